import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  Menu,
  NumberInput,
  Progress,
  Radio,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '../../../dashboard/src/parts/icons.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';

/** Buttons, links, menus and forms. */
export function Controls() {
  return (
    <>
      <Section title="Buttons">
        <Group gap="sm">
          <Button leftSection={<IconPlus size={16} aria-hidden />}>New template</Button>
          <Button variant="default">Cancel</Button>
          <Button variant="light">Fill with samples</Button>
          <Button variant="subtle">Add language</Button>
          <Button color="red">Delete</Button>
          <Button disabled>Save</Button>
          <Button size="xs" variant="default">
            Try again
          </Button>
          <Anchor href="#page">A link</Anchor>
          <RowMenu />
        </Group>
      </Section>
      <Section title="Forms">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput label="Name" placeholder="Receipt" />
          <TextInput
            label="Address"
            description="Where the mail goes"
            defaultValue="ada@x.example"
          />
          <TextInput
            label="Recipient"
            defaultValue="ada"
            error="This is not an e-mail address: it has no @"
          />
          <TextInput label="Key" defaultValue="pr_…" disabled />
          <Select label="Time" data={['Any time', 'Today', 'Last 7 days']} defaultValue="Today" />
          <NumberInput label="Days" defaultValue={7} />
          <Textarea label="Note" placeholder="What changed" />
          <Stack gap="xs">
            <Checkbox label="I have stored it" defaultChecked />
            <Checkbox label="Use today’s revision" error="Tick this box first" />
            <Switch label="Keep copies of mails" defaultChecked />
            <Radio label="All events" checked readOnly />
          </Stack>
          <Stack gap="xs">
            <SegmentedControl aria-label="Kind" data={['All', 'Templates', 'Partials']} />
            <Progress value={62} aria-label="Quota used" />
          </Stack>
        </SimpleGrid>
      </Section>
    </>
  );
}

function RowMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="More about the receipt">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Receipt</Menu.Label>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />}>Edit</Menu.Item>
        <Menu.Item disabled>Duplicate</Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
