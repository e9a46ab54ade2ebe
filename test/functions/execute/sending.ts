import { randomUUID } from 'node:crypto';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { SesMail } from '../../../shared/adapters/ses/ses.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending } from '../../../shared/adapters/tables/pending-table.ts';
import type { LoadedTemplate } from '../../../shared/adapters/tables/template-loader.ts';
import { runCheck } from '../../../shared/engine/flow/checks.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';

const compiled = compileTemplate({
  subject: 'Hello {{name}}',
  html: '<p>{{name}}</p>',
  text: 'Hello {{name}}.',
});

/** The plan of a flow that sends after these checks. */
const planOf = (...checks: { id: string; [setting: string]: string }[]) =>
  compileFlow(
    {
      nodes: [
        ...checks,
        { id: 'mail', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
      ],
      edges: [...checks.map(({ id }) => ({ from: id, to: 'mail' })), { from: 'mail', to: 'send' }],
    },
    { mailboxProblem: () => null, compileUnsubscribe },
  );

export const template = { revision: 3, compiled, plan: await planOf(), copies: null };

/** The plan of a flow that looks up the recipient's domain before it sends. */
export const lookingUp = await planOf({ id: 'check', type: 'verification', kind: 'email_domain' });

/** The same template in English, and in Portuguese as well. */
export const bilingual: LoadedTemplate & typeof template = {
  ...template,
  language: 'en',
  languages: {
    tags: ['en', 'pt'],
    load: () => ({ ...template, language: 'pt', compiled: portuguese }),
  },
};

const portuguese = compileTemplate({
  subject: 'Olá {{name}}',
  html: '<p>Olá {{name}}</p>',
  text: 'Olá {{name}}.',
});

export const request: ExecuteRequest = {
  templateId: 'hello',
  variables: { name: 'Ada' },
  _to: 'ada@example.org',
};

/** An answer as a caller sees it: the body as text and whether it was replayed, or the refusal. */
export type Answer =
  | { body: string; replayed: boolean }
  | { status: number; error: string; retryAfterSeconds?: number };

/** A wake-up as it was requested. */
export interface WakeUp {
  queue: string;
  body: Record<string, unknown>;
  notBeforeMs: number;
  name: string;
}

export interface Sending {
  accountId: string;
  ports: ExecutePorts;
  /** The mails that SES accepted. */
  accepted: SesMail[];
  /** The requested wake-ups. */
  wakeUps: WakeUp[];
  /** Moves the clock on. */
  pass: (ms: number) => void;
  /** SES's behaviour for the next mails, in order. It accepts all later mails. */
  script: (SendOutcome | 'accepted, answer lost')[];
  /** Executes a request; with a key, under that Idempotency-Key; with `as`, as a test key. */
  execute: (
    change?: Partial<ExecuteRequest>,
    key?: string,
    ports?: ExecutePorts,
    as?: Pick<ApiCaller, 'test'>,
  ) => Promise<Answer>;
  /** All records of the account, newest first. */
  records: () => Promise<MessageRecord[]>;
  nowMs: () => number;
}

/** Starts a new account that sends through its own fake SES, and records in a real table. */
export function startSending(messages: Table): Sending {
  const accountId = `acc_${randomUUID()}`;
  const accepted: SesMail[] = [];
  const script: Sending['script'] = [];
  const wakeUps: WakeUp[] = [];
  let nowMs = Date.parse('2026-11-21T10:00:00Z');
  const ports: ExecutePorts = {
    loadTemplate: async (_, id) => (id === 'hello' ? template : null),
    senderProblem: () => null,
    runCheck,
    lookupDomain: async () => ({ domain: true, mxRecords: true }),
    sendMail: async (mail) => {
      const next = script.shift();
      if (next === undefined || next === 'accepted, answer lost') accepted.push(mail);
      if (next === undefined) return { outcome: 'sent', messageId: `ses-${accepted.length}` };
      return next === 'accepted, answer lost' ? lost : next;
    },
    store: messageStore(messages),
    later: async (queue, body, notBeforeMs, name) => {
      wakeUps.push({ queue, body, notBeforeMs, name });
    },
    keepPending: (...kept) => keepPending(messages, ...kept),
    suppression: true,
    retentionDays: 30,
    refusedRetentionDays: 7,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: () => nowMs,
    now: () => 0,
    deadline: { leftMs: () => 0 },
  };
  return {
    accountId,
    ports,
    accepted,
    wakeUps,
    script,
    pass: (ms) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    execute: (change = {}, key, withPorts = ports, as = {}) =>
      answerTo({ ...request, ...change }, key, {
        caller: { accountId, keyId: 'key_1', ...as },
        ports: withPorts,
      }),
    records: async () => (await listMessages(messages, accountId, { limit: 1000, nowMs })).messages,
  };
}

export const lost: SendOutcome = {
  outcome: 'unknown',
  error: 'The answer of SES was lost: the message may have been sent',
};

async function answerTo(
  body: ExecuteRequest,
  key: string | undefined,
  { caller, ports }: { caller: ApiCaller; ports: ExecutePorts },
): Promise<Answer> {
  const header = (name: string) => (name === 'idempotency-key' ? key : undefined);
  const received = { requestId: 'r-1', body, header };
  try {
    const reply = await execute(body, caller, received, ports);
    return { body: reply.body, replayed: reply.headers['idempotent-replayed'] === 'true' };
  } catch (error) {
    const { status, message, retryAfterSeconds } = error as Answer &
      Error & { status?: number; retryAfterSeconds?: number };
    if (status === undefined) throw error;
    return { status, error: message, ...(retryAfterSeconds && { retryAfterSeconds }) };
  }
}
