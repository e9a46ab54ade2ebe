import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import type { Sender } from '../../../../functions/manage/contracts/sending.ts';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { statesWithoutMail } from '../../parts/message-states.ts';
import { askedForNew } from '../../parts/use-asked-for-new.ts';

export interface Overview {
  account: Account;
  templates: readonly TemplateSummary[];
  senders: readonly Sender[];
  messages: readonly MessageSummary[];
  isMore: boolean;
  /** The messages of test keys. Empty for an account whose live keys have sent mails. */
  tests: readonly MessageSummary[];
  keys: readonly ApiKey[];
}

export interface ChecklistStep {
  code: 'template' | 'sender' | 'api-key' | 'request';
  title: string;
  /** The purpose of the step; once it is done, the result. */
  words: string;
  isDone: boolean;
  to: string;
  /** What the page that it leads to is asked for. */
  state?: string;
  verb: string;
}

export function firstRun(found: Overview): ChecklistStep[] {
  const sender = found.senders.find(({ status }) => status === 'verified');
  const key = found.keys.find(({ status }) => status === 'active');
  const sent = firstSent(found);
  return [
    templateStep(found),
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
      code: 'api-key',
      title: 'Create an API key',
      words: key
        ? `${key.name} is active.`
        : 'Mails of a test key reach no person, so you can try everything with it.',
      isDone: key !== undefined,
      to: '/settings/api-keys',
      verb: key ? 'API keys' : 'Create one',
    },
    {
      code: 'request',
      title: 'Send a mail with a request',
      words: sent
        ? `The first one went to ${sent.to[0] ?? 'no address'}.`
        : 'Your code names the template, its variables and the recipient.',
      isDone: sent !== undefined,
      to: sent ? `/messages/${sent.id}` : pathOf(sendingTemplate(found), '/api'),
      verb: sent ? 'Open the message' : 'See the requests',
    },
  ];
}

function templateStep(found: Overview): ChecklistStep {
  const step = { code: 'template', title: 'Write a template that sends' } as const;
  const sending = sendingTemplate(found);
  if (sending) {
    const words = `${nameOf(sending)} exists, and its flow sends with SES.`;
    return { ...step, words, isDone: true, to: pathOf(sending), verb: 'Open it' };
  }
  const [first] = found.templates;
  if (first) {
    const words = `${nameOf(first)} exists, but its flow does not end with “Send with SES”.`;
    return { ...step, words, isDone: false, to: pathOf(first, '/flow'), verb: 'Open its flow' };
  }
  const words = 'Begin with a finished mail: its flow sends with SES.';
  const create = { to: '/templates', state: askedForNew, verb: 'Write one' };
  return { ...step, words, isDone: false, ...create };
}

export const sendingTemplate = ({ templates }: Pick<Overview, 'templates'>) =>
  templates.find(({ flowStatus }) => flowStatus === 'provider');

/** Whether a request with a key sent this mail: it was not refused, and it is no test mail of the dashboard. */
export const isSentByRequest = ({ keyId, state }: MessageSummary): boolean =>
  keyId !== null && state !== 'FAILED' && !statesWithoutMail.has(state);

/** The newest mail that a request sent. Then the first steps are over. */
export const firstSent = ({ messages, tests }: Pick<Overview, 'messages' | 'tests'>) =>
  [...messages, ...tests].find(isSentByRequest);

const nameOf = ({ id, name }: TemplateSummary) => name || id;

function senderWords({ identity }: Sender): string {
  return identity === '*' ? 'This deployment accepts every sender.' : `${identity} is verified.`;
}

function pathOf(template: TemplateSummary | undefined, page = ''): string {
  return template ? `/templates/${encodeURIComponent(template.id)}${page}` : '/templates';
}
