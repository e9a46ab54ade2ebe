import {
  Button,
  Input,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useId } from 'react';
import { useAccount } from '../api/account.ts';
import { IconLogout } from '../parts/icons.tsx';
import { useOpened } from '../parts/late/use-opened.ts';
import { readersZone } from '../parts/time-words.ts';
import { environment } from '../sign-in/open-session.ts';
import { currentSession } from '../sign-in/session.ts';
import { AccountButton } from './account-button.tsx';
import { useOtherAccounts, useOtherEnvironments } from './elsewhere.ts';
import { ElsewhereChoice } from './elsewhere-choice.tsx';

/** The account's button; above it the other accounts and environments, the colour scheme and the sign-out. */
export default function AccountPanel() {
  const { button, opened, onChange } = useOpened();
  const { user, signOut } = currentSession();
  const { data: account } = useAccount();
  const accounts = useOtherAccounts();
  const environments = useOtherEnvironments();
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="top"
      width="target"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <AccountButton ref={button} onClick={() => onChange(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          {account && accounts.length > 0 && (
            <ElsewhereChoice
              label="Account"
              here={{ id: account.accountId, name: account.name }}
              others={accounts}
            />
          )}
          {environment && environments.length > 0 && (
            <ElsewhereChoice
              label="Environment"
              here={{ id: location.host, name: environment.name }}
              others={environments}
            />
          )}
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
