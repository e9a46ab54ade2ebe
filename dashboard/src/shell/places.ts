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

export interface MenuPlace {
  to: string;
  label: string;
  icon: typeof IconHome;
  words: string;
}

const place = (to: string, label: string, icon: MenuPlace['icon'], words: string): MenuPlace => ({
  ...{ to, label, icon, words },
});

export const mainPlaces: readonly MenuPlace[] = [
  place('/', 'Overview', IconHome, 'home start'),
  place('/templates', 'Templates', IconTemplate, 'partials layouts drafts'),
  place('/messages', 'Messages', IconMail, 'mails sent log bounced'),
  place('/docs/api', 'API reference', IconBook, 'docs openapi help'),
];

export const listPlaces: readonly MenuPlace[] = [
  place('/messages?state=SCHEDULED', 'Scheduled', IconCalendarTime, 'messages later sendAt cancel'),
  place('/messages?state=REFUSED', 'Refused', IconBan, 'messages requests errors failed'),
  place('/messages?test=true', 'Test messages', IconFlask, 'captured test keys'),
  place('/templates?show=draft', 'Drafts', IconPencil, 'templates unpublished stored'),
  place('/templates?show=deleted', 'Deleted templates', IconTrash, 'bring back undelete bin'),
];

export const settingsPlaces: readonly MenuPlace[] = [
  place('/settings/api-keys', 'API keys', IconKey, 'secret token'),
  place('/settings/webhooks', 'Webhooks', IconWebhook, 'events deliveries'),
  place('/settings/senders', 'Senders', IconSend, 'domains sandbox quota SES set-up'),
  place('/settings/suppressions', 'Suppressions', IconMailOff, 'suppressed bounce complaint'),
  place('/settings/account', 'Account', IconUser, 'plan limits usage cost'),
];

/** The page itself, or the list above it. */
export function placeOf(pathname: string): string | undefined {
  return [...mainPlaces, ...settingsPlaces].find(
    ({ to }) => to === pathname || (to !== '/' && pathname.startsWith(`${to}/`)),
  )?.to;
}
