import type { FullAccount } from './full-account.ts';

export interface KnownPage {
  route: string;
  path: (account: FullAccount) => string;
  title: string;
  content: string;
}

const at = (route: string, title: string, content: string, path = route): KnownPage => ({
  ...{ route, title, content },
  path: ({ bouncedId }) => path.replace('BOUNCED', bouncedId),
});

/** All pages. A test compares this list with the router's. */
export const knownPages: readonly KnownPage[] = [
  at('/', 'Overview', 'Complaints'),
  at('/templates', 'Templates', '2 templates'),
  at('/templates/:id', 'letter', '1 warning', '/templates/letter'),
  at('/templates/:id/flow', 'letter', 'No problems found', '/templates/letter/flow'),
  at('/templates/:id/draft', 'receipt', 'Publish', '/templates/receipt/draft'),
  at('/templates/:id/revisions', 'letter', 'Current', '/templates/letter/revisions'),
  at(
    '/templates/:id/revisions/:revision',
    ...(['letter', 'Restore', '/templates/letter/revisions/1'] as const),
  ),
  at('/templates/:id/api', 'letter', 'curl', '/templates/letter/api'),
  at('/docs/api', 'API reference', 'Download openapi.json'),
  at('/messages', 'Messages', '4 messages'),
  at('/messages/:id', 'Welcome, Ada', 'Timeline', '/messages/BOUNCED'),
  at(
    '/recipients/:address',
    ...(['bounce@simulator.amazonses.com', 'Suppressed since'] as const),
    '/recipients/bounce%40simulator.amazonses.com',
  ),
  at('/settings/api-keys', 'API keys', 'Last used'),
  at('/settings/webhooks', 'Webhooks', 'Failing'),
  at('/settings/senders', 'Senders', 'Set-up'),
  at('/settings/suppressions', 'Suppressions', 'bounce@simulator.amazonses.com'),
  at('/settings/people', 'People', 'Everyone on this machine'),
  at('/settings/trail', 'Trail', 'Account created'),
  at('/settings/person', 'A person’s data', 'Find'),
  at('/settings/account', 'Account', 'until now'),
  at('*', 'Page not found', 'This page does not exist', '/nowhere'),
];
