import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { Sender } from '../../../../functions/manage/contracts/sending.ts';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

export interface Overview {
  account: Account;
  templates: readonly TemplateSummary[];
  senders: readonly Sender[];
  messages: readonly MessageSummary[];
  isMore: boolean;
  keys: readonly ApiKey[];
}

export interface ChecklistStep {
  code: 'template' | 'sender' | 'test' | 'api-key' | 'request';
  title: string;
  /** The purpose of the step; once it is done, the result. */
  words: string;
  isDone: boolean;
  to: string;
  verb: string;
}

export function firstRun(found: Overview): ChecklistStep[] {
  const [first] = found.templates;
  const sender = found.senders.find(({ status }) => status === 'verified');
  const sent = found.messages.find(({ keyId }) => keyId === null);
  const key = found.keys.find(({ status }) => status === 'active');
  const hasCalled = isInUse(found);
  return [
    {
      code: 'template',
      title: 'Write a template',
      words: first
        ? `${first.name || first.id} exists.`
        : 'A subject and HTML with placeholders, next to a preview.',
      isDone: first !== undefined,
      to: '/templates',
      verb: first ? 'Templates' : 'Write one',
    },
    {
      code: 'sender',
      title: 'Verify a sender',
      words: sender
        ? senderWords(sender)
        : 'SES sends only from addresses and domains that it has verified.',
      isDone: sender !== undefined,
      to: '/settings/senders',
      verb: sender ? 'Senders' : 'See what is missing',
    },
    {
      code: 'test',
      title: 'Send yourself a test mail',
      words: sent
        ? `The last one went to ${sent.to[0] ?? 'no address'}.`
        : 'Choose “Test send” on a template’s page.',
      isDone: sent !== undefined,
      to: sent ? `/messages/${sent.id}` : templatePath(first),
      verb: sent ? 'Open the message' : 'Open a template',
    },
    {
      code: 'api-key',
      title: 'Create an API key',
      words: key
        ? `${key.name} is active.`
        : 'Your code sends it with each request. The dashboard shows it once.',
      isDone: key !== undefined,
      to: '/settings/api-keys',
      verb: key ? 'API keys' : 'Create one',
    },
    {
      code: 'request',
      title: 'Make the first request',
      words: hasCalled
        ? 'Your code has called the API.'
        : 'A template’s API page has example requests with its variables.',
      isDone: hasCalled,
      to: templatePath(first, '/api'),
      verb: hasCalled ? 'API page' : 'See the requests',
    },
  ];
}

/** The account's own code has called the API, which hides the first steps. */
export function isInUse({ account, messages }: Pick<Overview, 'account' | 'messages'>): boolean {
  return (
    messages.some(({ keyId }) => keyId !== null) ||
    (account.usage ?? []).some(({ requests }) => requests > 0)
  );
}

function senderWords({ identity }: Sender): string {
  return identity === '*' ? 'This deployment accepts every sender.' : `${identity} is verified.`;
}

function templatePath(template: TemplateSummary | undefined, page = ''): string {
  return template ? `/templates/${encodeURIComponent(template.id)}${page}` : '/templates';
}
