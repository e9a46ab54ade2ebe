import type { Right } from '../../../shared/people/roles.ts';
import {
  IconBan,
  IconBook,
  IconCalendarTime,
  IconFlask,
  IconHistory,
  IconHome,
  IconKey,
  IconMail,
  IconMailOff,
  IconPencil,
  IconSearch,
  IconSend,
  IconTemplate,
  IconTrash,
  IconUser,
  IconUsers,
  IconWebhook,
} from '../parts/icons.tsx';

export interface MenuPlace {
  to: string;
  label: string;
  icon: typeof IconHome;
  words: string;
  /** The letter after `g` that leads there. */
  letter?: string;
  /** Hidden from users without this right. */
  needs?: Right;
}

const place = (
  ...[to, label, icon, words, letter]: [string, string, MenuPlace['icon'], string, string?]
): MenuPlace => ({ to, label, icon, words, ...(letter && { letter }) });

export const mainPlaces: readonly MenuPlace[] = [
  place('/', 'Overview', IconHome, 'home start', 'o'),
  place('/templates', 'Templates', IconTemplate, 'partials layouts drafts', 't'),
  place('/messages', 'Messages', IconMail, 'mails sent log bounced', 'm'),
  place('/docs/api', 'API reference', IconBook, 'docs openapi help', 'r'),
];

export const listPlaces: readonly MenuPlace[] = [
  place('/messages?state=SCHEDULED', 'Scheduled', IconCalendarTime, 'messages later sendAt cancel'),
  place('/messages?state=REFUSED', 'Refused', IconBan, 'messages requests errors failed'),
  place('/messages?test=true', 'Test messages', IconFlask, 'captured test keys'),
  place('/templates?show=draft', 'Drafts', IconPencil, 'templates unpublished stored'),
  place('/templates?show=deleted', 'Deleted templates', IconTrash, 'bring back undelete bin'),
];

const suppressed = 'suppressed bounce complaint';

export const settingsPlaces: readonly MenuPlace[] = [
  place('/settings/api-keys', 'API keys', IconKey, 'secret token', 'k'),
  place('/settings/webhooks', 'Webhooks', IconWebhook, 'events deliveries', 'w'),
  place('/settings/senders', 'Senders', IconSend, 'domains sandbox quota SES set-up', 's'),
  {
    ...place('/settings/suppressions', 'Suppressions', IconMailOff, suppressed, 'u'),
    needs: 'personal',
  },
  {
    ...place('/settings/people', 'People', IconUsers, 'users roles invite access', 'p'),
    needs: 'administer',
  },
  {
    ...place('/settings/trail', 'Trail', IconHistory, 'audit log who changed history', 'l'),
    needs: 'administer',
  },
  {
    ...place('/settings/person', 'A person’s data', IconSearch, 'forget find export GDPR', 'd'),
    needs: 'administer',
  },
  place('/settings/account', 'Account', IconUser, 'plan limits usage cost', 'a'),
];

const menuPlaces = [...mainPlaces, ...settingsPlaces];

/** The places of the menu by their letters. */
export const goToKeys: ReadonlyMap<string, string> = new Map(
  menuPlaces.flatMap(({ letter, to }) => (letter ? [[letter, to] as const] : [])),
);

/** The page itself, or the list above it. */
export function placeOf(pathname: string): string | undefined {
  return menuPlaces.find(
    ({ to }) => to === pathname || (to !== '/' && pathname.startsWith(`${to}/`)),
  )?.to;
}
