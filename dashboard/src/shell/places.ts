import {
  IconBan,
  IconBook,
  IconCalendarTime,
  IconFlask,
  IconHome,
  IconKey,
  IconMail,
  IconMailOff,
  IconPencil,
  IconSend,
  IconTemplate,
  IconTrash,
  IconUser,
  IconWebhook,
} from '../parts/icons.tsx';

/** A page that the menu or the palette names. */
export interface Place {
  to: string;
  label: string;
  icon: typeof IconHome;
  /** Other words by which the palette finds it. */
  words: string;
  /** Whether the menu shows it below the place before it. */
  isBelow?: boolean;
}

function place(to: string, label: string, icon: Place['icon'], words: string): Place {
  return { to, label, icon, words };
}

const below = (...of: Parameters<typeof place>): Place => ({ ...place(...of), isBelow: true });

export const mainPlaces: readonly Place[] = [
  place('/', 'Overview', IconHome, 'home start'),
  place('/templates', 'Templates', IconTemplate, 'partials layouts drafts'),
  place('/messages', 'Messages', IconMail, 'mails sent log bounced'),
  below('/messages?state=SCHEDULED', 'Scheduled', IconCalendarTime, 'messages later sendAt cancel'),
  below('/messages?state=REFUSED', 'Refused', IconBan, 'messages requests errors failed'),
  below('/messages?test=true', 'Test messages', IconFlask, 'captured test keys'),
  place('/docs/api', 'API reference', IconBook, 'docs openapi help'),
];

/** What the list of templates can show. Only the palette names them. */
export const templatePlaces: readonly Place[] = [
  place('/templates?show=draft', 'Drafts', IconPencil, 'templates unpublished stored'),
  place('/templates?show=deleted', 'Deleted templates', IconTrash, 'bring back undelete bin'),
];

export const settingsPlaces: readonly Place[] = [
  place('/settings/api-keys', 'API keys', IconKey, 'secret token'),
  place('/settings/webhooks', 'Webhooks', IconWebhook, 'events deliveries'),
  place('/settings/senders', 'Senders', IconSend, 'domains sandbox quota SES set-up'),
  place('/settings/suppressions', 'Suppressions', IconMailOff, 'suppressed bounce complaint'),
  place('/settings/account', 'Account', IconUser, 'plan limits usage cost'),
];

/** The place that an address belongs to: the one with all of its query, otherwise the one above it. */
export function placeOf({ pathname, search }: { pathname: string; search: string }): string | null {
  const query = new URLSearchParams(search);
  const holds = ({ to }: Place) => {
    const [path = '', wanted] = to.split('?');
    if (wanted === undefined)
      return path === pathname || (path !== '/' && pathname.startsWith(`${path}/`));
    return (
      path === pathname &&
      [...new URLSearchParams(wanted)].every(([name, value]) => query.get(name) === value)
    );
  };
  // A place with a query comes after the place above it.
  return [...mainPlaces, ...settingsPlaces].findLast(holds)?.to ?? null;
}
