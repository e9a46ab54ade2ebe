import { NavLink, Text } from '@mantine/core';
import {
  IconBook,
  IconExternalLink,
  IconHome,
  IconInbox,
  IconKey,
  IconMail,
  IconSend,
  IconTemplate,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, NavLink as RouterLink } from 'react-router';
import { inboxUrl } from '../sign-in/open-session.ts';
import { AccountMenu } from './account-menu.tsx';

const places = [
  { to: '/', label: 'Overview', icon: IconHome, end: true },
  { to: '/templates', label: 'Templates', icon: IconTemplate },
  { to: '/messages', label: 'Messages', icon: IconMail },
  { to: '/docs/api', label: 'API reference', icon: IconBook },
] as const;

const settings = [
  { to: '/settings/api-keys', label: 'API keys', icon: IconKey },
  { to: '/settings/webhooks', label: 'Webhooks', icon: IconWebhook },
  { to: '/settings/senders', label: 'Senders', icon: IconSend },
  { to: '/settings/account', label: 'Account', icon: IconUser },
] as const;

/** The main menu: links to all pages. */
export function MainMenu() {
  return (
    <>
      <Brand />
      <div className="menu-places">
        {places.map((place) => (
          <Place key={place.to} {...place} />
        ))}
        <Heading>Settings</Heading>
        {settings.map((place) => (
          <Place key={place.to} {...place} />
        ))}
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

interface PlaceProps {
  to: string;
  label: string;
  icon: typeof IconHome;
  end?: boolean;
}

/** The router's `NavLink` marks the current page with `aria-current`, which the style uses. */
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

/** The logo and the name, with a link to the overview. */
export function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <Text fw={700} size="lg" component="span">
        postrider
      </Text>
    </Link>
  );
}
