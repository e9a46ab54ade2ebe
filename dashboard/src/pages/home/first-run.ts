import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { Sender } from '../../../../functions/manage/contracts/sending.ts';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

/** What of the account tells how far its people have come. */
export interface Found {
  account: Account;
  templates: readonly TemplateSummary[];
  senders: readonly Sender[];
  /** The newest. */
  messages: readonly MessageSummary[];
  keys: readonly ApiKey[];
}

export interface Step {
  title: string;
  /** What it is for, or what was found. */
  words: string;
  isDone: boolean;
  /** Where it is done. */
  to: string;
  verb: string;
}

/** The way to the first mail from one's own code, told by what there is already. */
export function firstRun(found: Found): Step[] {
  return [template(found), sender(found), test(found), apiKey(found), request(found)];
}

/** Whether code of the account's own has called the API: from then on nobody needs to be led. */
export function isInUse({ account, messages }: Pick<Found, 'account' | 'messages'>): boolean {
  return (
    messages.some(({ keyId }) => keyId !== null) ||
    (account.usage ?? []).some(({ requests }) => requests > 0)
  );
}

function template({ templates: [first] }: Found): Step {
  return {
    title: 'Write a template',
    words: first
      ? `${first.name || first.id} is there.`
      : 'A subject and HTML with placeholders, beside a true preview.',
    isDone: first !== undefined,
    to: '/templates',
    verb: first ? 'Templates' : 'Write one',
  };
}

function sender({ senders }: Found): Step {
  const verified = senders.find(({ status }) => status === 'verified');
  return {
    title: 'Have a sender verified',
    words: verified
      ? senderWords(verified)
      : 'SES sends from addresses and domains that are yours.',
    isDone: verified !== undefined,
    to: '/settings/senders',
    verb: verified ? 'Senders' : 'See what is missing',
  };
}

function senderWords({ identity }: Sender): string {
  return identity === '*' ? 'This deployment takes every sender.' : `${identity} is verified.`;
}

function test({ messages, templates: [first] }: Found): Step {
  const sent = messages.find(({ keyId }) => keyId === null);
  return {
    title: 'Send yourself a test',
    words: sent
      ? `The last one went to ${sent.to[0] ?? 'nobody'}.`
      : 'From a template’s page, with its test data, just as it would be sent.',
    isDone: sent !== undefined,
    to: sent ? `/messages/${sent.id}` : templatePath(first),
    verb: sent ? 'See it' : 'Open a template',
  };
}

function apiKey({ keys }: Found): Step {
  const active = keys.find(({ status }) => status === 'active');
  return {
    title: 'Create an API key',
    words: active
      ? `${active.name} is active.`
      : 'Your code calls the API with it. It is shown once.',
    isDone: active !== undefined,
    to: '/settings/api-keys',
    verb: active ? 'API keys' : 'Create one',
  };
}

function request(found: Found): Step {
  const isDone = isInUse(found);
  return {
    title: 'Make the first request',
    words: isDone
      ? 'Your code has called the API.'
      : 'The API page of a template has the lines to copy, in its own variables.',
    isDone,
    to: templatePath(found.templates[0], '/api'),
    verb: isDone ? 'API page' : 'See the lines',
  };
}

function templatePath(template: TemplateSummary | undefined, page = ''): string {
  return template ? `/templates/${encodeURIComponent(template.id)}${page}` : '/templates';
}
