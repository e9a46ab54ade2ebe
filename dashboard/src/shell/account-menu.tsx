import {
  Badge,
  Button,
  Group,
  Input,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconSelector } from '@tabler/icons-react';
import { useId } from 'react';
import { useAccount } from '../api/account.ts';
import { Name } from '../parts/name.tsx';
import { readersZone } from '../parts/time-words.ts';
import { currentSession } from '../sign-in/session.ts';

/** The account, the colour scheme and the sign-out, at the bottom of the menu. */
export function AccountMenu() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { data: account } = useAccount();
  const { user, signOut } = currentSession();
  const name = account?.name ?? 'Account';
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="top"
      width="target"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className="account" onClick={toggle} title="Account and appearance">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={600} component="div">
                <Name>{name}</Name>
              </Text>
              {user && (
                <Text size="xs" c="dimmed" truncate>
                  {user.email}
                </Text>
              )}
            </Stack>
            <Group gap={6} wrap="nowrap" flex="none">
              {account && (
                <Badge size="sm" variant="default" tt="capitalize" style={{ flexShrink: 0 }}>
                  {account.plan}
                </Badge>
              )}
              <IconSelector size={16} stroke={1.6} aria-hidden />
            </Group>
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          <ColorScheme />
          <Text size="xs" c="dimmed">
            Times are in {readersZone()}.
          </Text>
          {user && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconLogout size={14} aria-hidden />}
              onClick={() => void signOut()}
            >
              Sign out
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const schemes = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Light, dark, or as the system is set. The browser remembers the choice. */
function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} component="div" mb={4}>
        Appearance
      </Input.Label>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={labelId}
        data={[...schemes]}
        value={colorScheme}
        onChange={setColorScheme}
      />
    </div>
  );
}
