import { Anchor, Button, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { useEditor } from '../use-editor.ts';

export function UsedBy({ usedBy }: Pick<Template, 'usedBy'>) {
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray">
          Used by {usedBy.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Used by" mah="60dvh" style={{ overflowY: 'auto' }}>
        <Stack gap={6}>
          <Text size="sm">
            {usedBy.length === 0
              ? 'No template takes this partial yet.'
              : 'A publish of this partial also publishes these again:'}
          </Text>
          {usedBy.map(({ id, name }) => (
            <Anchor key={id} component={Link} to={`/templates/${id}`} size="sm">
              {name}
            </Anchor>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const alone = '';

export function WithinSelect() {
  const { template, within, setWithin } = useEditor();
  return (
    <NativeSelect
      size="xs"
      w={140}
      aria-label="Preview within"
      data={[
        { value: alone, label: 'Alone' },
        ...template.usedBy.map(({ id, name }) => ({ value: id, label: `Within ${name}` })),
      ]}
      value={within ?? alone}
      onChange={({ currentTarget: { value } }) => setWithin(value === alone ? null : value)}
    />
  );
}
