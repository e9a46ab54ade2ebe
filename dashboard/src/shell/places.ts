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
  /** Below the place before it. */
  isBelow?: boolean;
}

export const mainPlaces: readonly Place[] = [
  { to: '/', label: 'Overview', icon: IconHome, words: 'home start' },
  { to: '/templates', label: 'Templates', icon: IconTemplate, words: 'partials layouts drafts' },
  { to: '/messages', label: 'Messages', icon: IconMail, words: 'mails sent log bounced' },
  {
    ...{ to: '/messages?state=SCHEDULED', label: 'Scheduled', isBelow: true },
    ...{ icon: IconCalendarTime, words: 'messages later sendAt cancel' },
  },
  {
    ...{ to: '/messages?state=REFUSED', label: 'Refused', isBelow: true },
    ...{ icon: IconBan, words: 'messages requests errors failed' },
  },
  {
    ...{ to: '/messages?test=true', label: 'Test messages', isBelow: true },
    ...{ icon: IconFlask, words: 'captured test keys' },
  },
  { to: '/docs/api', label: 'API reference', icon: IconBook, words: 'docs openapi help' },
];

/** What the list of templates can show. Only the palette names them. */
export const templatePlaces: readonly Place[] = [
  {
    ...{ to: '/templates?show=draft', label: 'Drafts', icon: IconPencil },
    words: 'templates unpublished stored',
  },
  {
    ...{ to: '/templates?show=deleted', label: 'Deleted templates', icon: IconTrash },
    words: 'bring back undelete bin',
  },
];

export const settingsPlaces: readonly Place[] = [
  { to: '/settings/api-keys', label: 'API keys', icon: IconKey, words: 'secret token' },
  { to: '/settings/webhooks', label: 'Webhooks', icon: IconWebhook, words: 'events deliveries' },
  {
    ...{ to: '/settings/senders', label: 'Senders', icon: IconSend },
    words: 'domains sandbox quota SES set-up',
  },
  {
    ...{ to: '/settings/suppressions', label: 'Suppressions', icon: IconMailOff },
    words: 'suppressed addresses bounce complaint',
  },
  { to: '/settings/account', label: 'Account', icon: IconUser, words: 'plan limits usage cost' },
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
  // Those with a query come after the place above them.
  return [...mainPlaces, ...settingsPlaces].findLast(holds)?.to ?? null;
}
