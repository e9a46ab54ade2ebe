import { capital } from '../../parts/capital.ts';

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
  return capital(action.replace('.', ' ')).replace(/^Key/, 'API key');
}

export const doors: Readonly<Record<string, string>> = {
  ...{ dashboard: 'dashboard', cli: 'command line', mcp: 'agent' },
};

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
