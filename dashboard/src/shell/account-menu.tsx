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
import { IconCheck, IconDots, IconLogout, IconSelector } from '@tabler/icons-react';
import { useId } from 'react';
import { useAccount } from '../api/account.ts';
import { Name } from '../parts/name.tsx';
import { readersZone } from '../parts/time-words.ts';
import { environment } from '../sign-in/open-session.ts';
import { currentSession } from '../sign-in/session.ts';
import { type Elsewhere, useOtherAccounts, useOtherEnvironments } from './elsewhere.ts';

/** The account, the user's other accounts, the other environments, the colour scheme and the sign-out, at the bottom of the menu. */
export function AccountMenu() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { data: account } = useAccount();
  const { user, signOut } = currentSession();
  const name = account?.name ?? 'Account';
  const accounts = useOtherAccounts();
  const environments = useOtherEnvironments();
  const Icon = accounts.length + environments.length > 0 ? IconSelector : IconDots;
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
              <Icon size={16} stroke={1.6} aria-hidden />
            </Group>
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          {account && accounts.length > 0 && (
            <Choice label="Account" here={{ id: account.accountId, name }} others={accounts} />
          )}
          {environment && environments.length > 0 && (
            <Choice
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

interface ChoiceProps {
  label: string;
  here: Omit<Elsewhere, 'href'>;
  others: readonly Elsewhere[];
}

/** Where one is, and links to the same page elsewhere. */
function Choice({ label, here, others }: ChoiceProps) {
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} component="div" mb={4}>
        {label}
      </Input.Label>
      <ul className="bare-list elsewhere" aria-labelledby={labelId}>
        <li aria-current="true">
          <ChoiceName {...here} />
          <IconCheck size={16} aria-hidden />
        </li>
        {others.map(({ href, ...other }) => (
          <li key={other.id}>
            <a href={href}>
              <ChoiceName {...other} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Two accounts may have one name, so each has its id below it, and an environment its address. */
function ChoiceName({ id, name }: Omit<Elsewhere, 'href'>) {
  return (
    <span className="elsewhere-name">
      <Name>{name}</Name>
      <small>{id}</small>
    </span>
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
