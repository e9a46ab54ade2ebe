import { Badge, Group, Kbd, NavLink, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useDenials } from '../api/account.ts';
import { useChecks } from '../api/sending.ts';
import { useBrokenWebhooks } from '../api/webhooks.ts';
import { IconAlertTriangle, IconExternalLink, IconInbox, IconSearch } from '../parts/icons.tsx';
import { LatePopup, later } from '../parts/later.tsx';
import { PlainButton } from '../parts/looks.tsx';
import { environment, inboxUrl } from '../sign-in/open-session.ts';
import { AccountButton } from './account-button.tsx';
import { type MenuPlace, mainPlaces, placeOf, settingsPlaces } from './places.ts';
import { commandKey } from './shortcuts.ts';

export function MainMenu({ onSearch }: { onSearch: () => void }) {
  const current = placeOf(useLocation().pathname);
  const broken = useBrokenWebhooks();
  const denialOf = useDenials();
  const itemOf = (place: MenuPlace) => (
    <Item
      key={place.to}
      place={place}
      isCurrent={place.to === current}
      mark={place.to === '/settings/webhooks' && broken > 0 && <FailingMark count={broken} />}
    />
  );
  return (
    <>
      <Brand />
      <PlainButton
        c="dimmed"
        fw={400}
        mb="sm"
        justify="flex-start"
        styles={{ label: { flex: 1 } }}
        icon={IconSearch}
        rightSection={<Kbd size="xs">{commandKey} K</Kbd>}
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        Go to…
      </PlainButton>
      <div className="menu-places">
        {mainPlaces.map(itemOf)}
        <Heading>Settings</Heading>
        {settingsPlaces.filter(({ needs }) => denialOf(needs) === null).map(itemOf)}
        {inboxUrl && (
          <>
            <Heading>This machine</Heading>
            <NavLink
              href={inboxUrl}
              target="_blank"
              rel="noreferrer"
              className="place"
              label="Local inbox"
              aria-label="Local inbox, in a new tab"
              leftSection={<IconInbox size={18} stroke={1.6} aria-hidden />}
              rightSection={<IconExternalLink size={14} stroke={1.6} aria-hidden />}
            />
          </>
        )}
      </div>
      <SendingState />
      <AccountMenu />
    </>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" fw={600} px="sm" pt="lg" pb={4}>
      {children}
    </Text>
  );
}

interface ItemProps {
  place: MenuPlace;
  isCurrent: boolean;
  mark: ReactNode;
}

function Item({ place: { to, label, icon: Icon }, isCurrent, mark }: ItemProps) {
  return (
    <NavLink
      component={Link}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className="place"
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      rightSection={mark}
    />
  );
}

function FailingMark({ count }: { count: number }) {
  const words = `${count} failing`;
  return (
    <Group
      component="span"
      gap="2xs"
      wrap="nowrap"
      fz="xs"
      fw={400}
      c="var(--mantine-color-red-light-color)"
    >
      <IconAlertTriangle size={14} aria-hidden /> {words}
    </Group>
  );
}

export function Brand() {
  return (
    <div className="brand">
      <Link to="/">
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <Text fw={700} size="lg" component="span">
          postrider
        </Text>
      </Link>
      <EnvironmentMark />
    </div>
  );
}

// Environments whose mails reach customers.
const production = /^(prod|live)/;

/** Marked if a user might take it for production. */
function EnvironmentMark() {
  const name = environment?.name ?? (inboxUrl ? 'local' : undefined);
  if (name === undefined) return null;
  const isElsewhere = environment !== undefined && !production.test(name);
  return (
    <Badge variant="outline" color={isElsewhere ? 'violet' : 'gray'} miw={0} title={name}>
      {name}
    </Badge>
  );
}

// The worst first.
const watched = ['sending-paused', 'ses-sandbox', 'daily-quota-nearly-used'];

function SendingState() {
  const { data = [] } = useChecks();
  const checks = watched.flatMap((code) => data.filter((check) => check.code === code));
  const broken = checks.filter(({ status }) => status === 'broken');
  // The quota is of interest only where it is small: in the sandbox. One that is nearly used is broken.
  const isSandbox = broken.some(({ code }) => code === 'ses-sandbox');
  const quota = checks.filter(({ code, status }) => code === watched[2] && status === 'ok');
  const shown = isSandbox ? [...broken, ...quota] : broken;
  if (shown.length === 0) return null;
  return (
    <ul className="bare-list sending-state" aria-label="Sending">
      {shown.map(({ code, status, found }) => (
        <li key={code}>
          <Link to="/settings/senders" data-status={status}>
            {status === 'broken' && (
              <IconAlertTriangle size={14} style={{ marginTop: 2 }} aria-hidden />
            )}
            <span>{found}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const AccountPanel = later(() => import('./account-panel.tsx'));

function AccountMenu() {
  return (
    <LatePopup button={<AccountButton />} opens="dialog">
      <AccountPanel />
    </LatePopup>
  );
}
