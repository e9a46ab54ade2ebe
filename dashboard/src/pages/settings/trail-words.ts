import type { TrailEntry } from '../../../../functions/manage/contracts/trail.ts';

/** The kinds of actions, by the beginning of their names. */
export const kinds = {
  'template.': 'Templates',
  'draft.': 'Drafts',
  'key.': 'API keys',
  'webhook.': 'Webhooks',
  'suppression.': 'Suppressions',
  'message.': 'Messages',
  'test.': 'Test mails',
  'copy.': 'Copies read',
  'account.': 'Account',
  'user.': 'People',
  'trail.': 'Trail',
} as const;

/** `template.published` as "Template published". */
export function actionWords(action: string): string {
  const words = action.replace('.', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Key/, 'API key');
}

/** How long ago an entry may be, in days, with its words. */
export const spans = { '1': 'Last 24 hours', '7': 'Last 7 days', '30': 'Last 30 days' } as const;

/** The page of what an entry is about; undefined for a recipient, who is not named. */
export function pageOfTarget(target: string): string | undefined {
  const at = target.indexOf(':');
  const id = encodeURIComponent(target.slice(at + 1));
  return {
    template: `/templates/${id}`,
    message: `/messages/${id}`,
    key: '/settings/api-keys',
    webhook: '/settings/webhooks',
    user: '/settings/people',
    account: '/settings/account',
  }[target.slice(0, at)];
}

/** `revision 7 to 8, hash 9f86d081`; of what is new only the value. */
export function changeWords({ change, override }: TrailEntry): string {
  const fields = Object.entries(change).map(([name, value]) =>
    isPair(name, value)
      ? `${name} ${value[0] === null ? '' : `${shown(value[0])} to `}${shown(value[1])}`
      : `${name} ${shown(value)}`,
  );
  return [...fields, ...(override === null ? [] : [`without approval: ${override}`])].join(', ');
}

const isPair = (name: string, value: unknown): value is unknown[] =>
  Array.isArray(value) && name !== 'approvedBy';

function shown(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(shown).join(' ');
  if (typeof value === 'object') return Object.entries(value).flat().join(' ');
  const text = String(value);
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 8) : text;
}
