import { Input, NavLink, Popover, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useAccount } from '../api/account.ts';
import { IconCheck, IconLogout } from '../parts/icons.tsx';
import { useOpened } from '../parts/later.tsx';
import { SmallButton } from '../parts/looks.tsx';
import { Name } from '../parts/name.tsx';
import { SegmentsField } from '../parts/segments.tsx';
import { readersZone } from '../parts/time-words.ts';
import { environment } from '../sign-in/open-session.ts';
import { currentSession } from '../sign-in/session.ts';
import { AccountButton } from './account-button.tsx';
import { type Elsewhere, useOtherAccounts, useOtherEnvironments } from './elsewhere.ts';

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
          {account && (
            <Text size="xs" c="dimmed">
              Your role in this account: {account.roles.join(' and ')}.
            </Text>
          )}
          <ColorScheme />
          <Text size="xs" c="dimmed">
            Times are in {readersZone()}.
          </Text>
          {user && (
            <SmallButton icon={IconLogout} onClick={() => void signOut()}>
              Sign out
            </SmallButton>
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

function ElsewhereChoice({ label, here, others }: ChoiceProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <ul
        className="bare-list"
        aria-label={label}
        style={{ maxHeight: '25dvh', overflowY: 'auto' }}
      >
        <li>
          <NavLink
            {...linkOf(here)}
            component="div"
            active
            rightSection={<IconCheck size={16} aria-hidden />}
            aria-current="true"
          />
        </li>
        {others.map(({ href, ...other }) => (
          <li key={other.id}>
            <NavLink {...linkOf(other)} href={href} />
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  );
}

/** Two accounts may have one name, so each has its id below it. */
const linkOf = ({ id, name }: Omit<Elsewhere, 'href'>) => ({
  label: <Name>{name}</Name>,
  description: id,
  px: 'xs',
  py: '2xs',
  className: 'place',
});

const schemes = { auto: 'Auto', light: 'Light', dark: 'Dark' };

/** The browser remembers the choice. */
function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentsField
      mt={0}
      size="xs"
      label="Appearance"
      of={schemes}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
