import { Anchor, AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconHome,
  IconInbox,
  IconKey,
  IconMail,
  IconSend,
  IconTemplate,
  IconUser,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { Outlet, NavLink as RouterLink, useLocation } from 'react-router';
import { inboxUrl } from '../sign-in/open-session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';

const places = [
  { to: '/', label: 'Overview', icon: IconHome, end: true },
  { to: '/templates', label: 'Templates', icon: IconTemplate },
  { to: '/messages', label: 'Messages', icon: IconMail },
] as const;

const settings = [
  { to: '/settings/api-keys', label: 'API keys', icon: IconKey },
  { to: '/settings/senders', label: 'Senders', icon: IconSend },
  { to: '/settings/account', label: 'Account', icon: IconUser },
] as const;

/** The frame of every page: where one is, and where one can go. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // On a phone the menu lies over the page: it goes when somebody has chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the place changes
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <Anchor href="#page" className="skip-link">
        Skip to the page
      </Anchor>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger
            opened={isOpen}
            onClick={toggle}
            size="sm"
            aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isOpen}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        <AppShell.Section visibleFrom="sm" px="xs" py="sm">
          <Brand />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          {places.map((place) => (
            <Place key={place.to} {...place} />
          ))}
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="lg" pb={4}>
            Settings
          </Text>
          {settings.map((place) => (
            <Place key={place.to} {...place} />
          ))}
          {inboxUrl && (
            <NavLink
              href={inboxUrl}
              target="_blank"
              rel="noreferrer"
              label="Local inbox"
              leftSection={<IconInbox size={18} stroke={1.6} aria-hidden />}
              mt="lg"
            />
          )}
        </AppShell.Section>
        <AppShell.Section>
          <AccountMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

interface PlaceProps {
  to: string;
  label: string;
  icon: typeof IconHome;
  end?: boolean;
}

/** `NavLink` of the router marks the current place with `aria-current`, which the style goes by. */
function Place({ to, label, icon: Icon, end = false }: PlaceProps) {
  return (
    <NavLink
      component={RouterLink}
      to={to}
      end={end}
      className="place"
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
    />
  );
}
