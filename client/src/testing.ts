import type { Runtime } from './runtime.ts';
import type { TemplateId } from './templates.ts';
import type { CopiedFile, Message, MessageRequest, Messages, Reply } from './types.ts';

export interface MailWait {
  /** The address of a recipient, without a name. */
  to: string;
  /** The id of the template. Default: any. */
  template?: TemplateId;
  /** Only mails from then on: a time, or a span such as `2m`. Default: from 2 seconds before the client was made. */
  since?: Date | string;
  /** How long to wait, in milliseconds. Default: 5,000. */
  timeoutMs?: number;
  /** Ends the wait, which then throws the signal's reason. */
  signal?: AbortSignal;
}

/** A mail of a test key, as it was made. */
export interface CaughtMail {
  id: string;
  /** The recipient that was waited for. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The variables of the request. */
  variables: Record<string, unknown>;
  /** The addresses of the links in the HTML, in its order, each once. */
  links: string[];
  /** The codes in the text, in its order, each once: see `codesIn`. */
  codes: string[];
  /** The files of the mail, with the SHA-256 of each in place of its content. */
  attachments: CopiedFile[];
  /** The further headers of the mail, such as `List-Unsubscribe`, by their names. */
  headers: Record<string, string>;
  /** The state of the message, such as `DELIVERED` or `BOUNCED`. */
  state: Message['state'];
  /** Why the message has this state, in whole sentences. */
  why: string;
}

/** Whose reply is waited for: exactly one of the first three. */
export interface ReplyWait {
  /** Our id of the message: the header `x-message-id` of execute's answer. */
  id?: string;
  /** The message's `_reference`. */
  reference?: string;
  /** The address of a recipient of the message, without a name. */
  to?: string;
  /** How long to wait, in milliseconds. Default: 5,000. */
  timeoutMs?: number;
  /** Ends the wait, which then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Helpers for tests. They need a test key. */
export interface Testing {
  /**
   * Waits for a mail to an address, and returns the newest one. It returns no mail twice: the next call waits for the
   * next mail. Rejects with a `MailNotFound` after the time-out; its message says what there was instead.
   */
  waitForMail(wanted: MailWait): Promise<CaughtMail>;
  /**
   * Waits for the next reply to a message that is not automatic, and returns it: each reply once, the oldest first.
   * Rejects with a `MailNotFound` after the time-out.
   */
  waitForReply(wanted: ReplyWait): Promise<Reply>;
}

/** No mail came in time. */
export class MailNotFound extends Error {
  override readonly name = 'MailNotFound';
}

interface TestingPorts {
  find: (request: MessageRequest, options: { signal: AbortSignal }) => Promise<Messages>;
  apiKey: string;
  runtime: Pick<Runtime, 'now' | 'sleep'>;
}

const firstPauseMs = 100;
const longestPauseMs = 1000;

/** How much the clocks of the caller and of the service may differ. */
const clocksMs = 2000;

export function testingWith({ find, apiKey, runtime }: TestingPorts): Testing {
  const made = new Date(runtime.now() - clocksMs);
  const returned = new Set<string>();

  /** Asks again until `take` finds what is wanted among the messages. `missing` says what there was instead. */
  async function waitFor<T>(
    request: MessageRequest,
    wanted: { timeoutMs?: number; signal?: AbortSignal },
    {
      take,
      missing,
    }: { take: (seen: Message[]) => T | undefined; missing: (seen: Message[]) => string },
  ): Promise<T> {
    const { timeoutMs = 5000 } = wanted;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, limit]) : limit;
    let seen: Message[] = [];
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        seen = (await find(request, { signal })).messages;
        const found = take(seen);
        if (found) return found;
        await runtime.sleep(pauseMs, signal);
      } catch (error) {
        wanted.signal?.throwIfAborted();
        throw limit.aborted ? new MailNotFound(missing(seen)) : error;
      }
    }
  }

  async function waitForMail(wanted: MailWait): Promise<CaughtMail> {
    needTestKey('waitForMail');
    const { to, since = made } = wanted;
    const request = { to, since: typeof since === 'string' ? since : since.toISOString() };
    return waitFor(request, wanted, {
      take: (seen) => takeNewest(seen, wanted, returned),
      missing: (seen) => missing(seen, wanted, returned),
    });
  }

  async function waitForReply(wanted: ReplyWait): Promise<Reply> {
    needTestKey('waitForReply');
    const { id, reference, to, timeoutMs = 5000 } = wanted;
    const since = made.toISOString();
    const request = id === undefined ? { reference, to, since } : { id };
    return waitFor(request, wanted, {
      take: (seen) => takeReply(seen, returned),
      missing: () => `No reply came within ${timeoutMs} ms`,
    });
  }

  function needTestKey(name: string): void {
    if (apiKey.startsWith('pr_test_')) return;
    throw new TypeError(
      `${name} needs a test key, which begins with pr_test_: a live key cannot read the content of a mail`,
    );
  }

  return { waitForMail, waitForReply };
}

/** The newest mail that is wanted. It and all older ones count as returned. */
function takeNewest(
  seen: readonly Message[],
  { to, template }: MailWait,
  returned: Set<string>,
): CaughtMail | undefined {
  const mails = seen.filter((message) => isOf(message, template) && isReady(message));
  const [newest] = mails;
  if (!newest || returned.has(newest.id)) return undefined;
  for (const { id } of mails) returned.add(id);
  return toMail(newest, to);
}

/** The oldest reply that no call has returned. */
function takeReply(seen: readonly Message[], returned: Set<string>): Reply | undefined {
  const replies = seen.flatMap(({ replies = [] }) => replies);
  const next = replies.find(({ id, auto }) => !auto && !returned.has(id));
  if (next) returned.add(next.id);
  return next;
}

const isOf = ({ templateId }: Message, template: string | undefined) =>
  template === undefined || template === templateId;

/** Whether the mail was made and can be read. The reports on a captured mail follow at once. */
function isReady({ content, state, messageId }: Message): boolean {
  if (!content || ['REFUSED', 'FAILED', 'SENDING'].includes(state)) return false;
  return state !== 'SENT' || !messageId?.startsWith('captured-');
}

function toMail({ id, recipients, content, state, why }: Message, to: string): CaughtMail {
  const isMeant = ({ address }: { address: string }) => address.toLowerCase() === to.toLowerCase();
  const { subject, html, text, variables = {}, links = [] } = content ?? {};
  const { attachments = [], headers = {} } = content ?? {};
  return {
    ...{ id, to: recipients.find(isMeant)?.address ?? to },
    ...{ subject: subject ?? '', html: html ?? '', text: text ?? '' },
    ...{ variables, links, codes: codesIn(text ?? ''), attachments, headers, state, why },
  };
}

/** Says that no mail came, and which message there was instead. */
function missing(
  seen: readonly Message[],
  { to, template, timeoutMs = 5000 }: MailWait,
  returned: ReadonlySet<string>,
): string {
  const wanted = template === undefined ? 'mail' : `mail of the template ${template}`;
  return `No ${wanted} to ${to} came within ${timeoutMs} ms. ${instead(seen, template, returned)}`;
}

function instead(
  seen: readonly Message[],
  template: string | undefined,
  returned: ReadonlySet<string>,
): string {
  const newest = seen.find((message) => isOf(message, template)) ?? seen[0];
  if (!newest) {
    return 'There is no message to this address: check that the application sends it, and that it uses a test key of the same account';
  }
  const { id, templateId, state, error, why } = newest;
  if (returned.has(id)) return `An earlier call returned the newest one, ${id}`;
  return `The newest message, ${id} of the template ${templateId}, is ${state}: ${error ?? why}`;
}

/** Marks around a word: quotes, brackets, the end of a sentence. */
const marks = /^["'“”‘’„«»([{<*`]+|["'“”‘’»)\]}>*`.,:;!?]+$/g;

/** 4 to 8 digits, capital letters and digits with a digit among them, or two such groups with a hyphen. */
const code = /^(?=\D*\d)([A-Z\d]{4,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4})$/;

/**
 * The codes in a text, in its order, each once: words of 4 to 8 digits, or of capital letters and digits with at least
 * one digit, such as `481516`, `7KQ2XD` and `AB12-CD34`. A code inside a longer word, a number or an address does not
 * count. A year does, and a code of letters alone does not: if that matters, use the mail's variables.
 */
export function codesIn(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replace(marks, ''));
  return [...new Set(words.filter((word) => code.test(word)))];
}
