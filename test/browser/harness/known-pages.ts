import type { FullAccount } from './full-account.ts';

/** A page of the dashboard, as a full account shows it. */
export interface KnownPage {
  /** As the router has it. */
  route: string;
  path: (account: FullAccount) => string;
  /** Its heading. */
  title: string;
  /** The beginning of what is there once everything has been read. */
  content: string;
}

const at = (route: string, title: string, content: string, path = route): KnownPage => ({
  ...{ route, title, content },
  path: ({ bouncedId }) => path.replace('BOUNCED', bouncedId),
});

/** All of them: a test holds the list to the router's. */
export const knownPages: readonly KnownPage[] = [
  at('/', 'Overview', 'Newest messages by state'),
  at('/templates', 'Templates', '2 templates'),
  at('/templates/:id', 'letter', '1 warning', '/templates/letter'),
  at('/templates/:id/flow', 'letter', 'No problems found', '/templates/letter/flow'),
  at('/templates/:id/revisions', 'Revisions of letter', 'Current', '/templates/letter/revisions'),
  at(
    '/templates/:id/revisions/:revision',
    ...(['Revision 1', 'Restore', '/templates/letter/revisions/1'] as const),
  ),
  at('/templates/:id/api', 'letter', 'curl', '/templates/letter/api'),
  at('/docs/api', 'API reference', 'Download openapi.json'),
  at('/messages', 'Messages', '2 messages'),
  at('/messages/:id', 'Welcome, Ada', 'Timeline', '/messages/BOUNCED'),
  at('/settings/api-keys', 'API keys', 'Active'),
  at('/settings/senders', 'Senders', 'bounce@simulator.amazonses.com'),
  at('/settings/account', 'Account', 'Requests per day'),
  at('*', 'Page not found', 'This page does not exist', '/nowhere'),
];
