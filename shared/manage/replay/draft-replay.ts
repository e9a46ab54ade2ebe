import type { SenderSettings } from '../../message/sender.ts';
import { ManageError } from '../manage-error.ts';
import type { MessageListPorts } from '../messages/messages.ts';
import type { TemplatePorts } from '../templates/template-head.ts';
import { drafts, withServed } from './comparisons.ts';
import type { Verdict } from './judge-mail.ts';
import { replay } from './replay.ts';

/** How the mails of kept copies would change with a draft. It has no value and no address. */
export interface ReplayCounts {
  /** How many mails were made again and could be judged: the sum of the next four. */
  mails: number;
  /** The same mail, or the same failure. */
  same: number;
  /** Another subject or text, or a mail where the served template fails. */
  text: number;
  /** The same text with other HTML. */
  html: number;
  /** Would not be sent any more. */
  fail: number;
}

export interface DraftReplay extends ReplayCounts {
  /** The newest mail that would fail, with the sentence that its caller would get. */
  first: { messageId: string; sentence: string } | null;
  /** When the oldest of the mails was requested, in ISO 8601; null without mails. */
  from: string | null;
  /** The same of the newest. */
  to: string | null;
}

/** The counts for who approves a draft; null for a partial, without enough time, and for a draft that is refused. */
export async function replayCounts(
  ...[ports, accountId, templateId, options]: Parameters<typeof replayDraft>
): Promise<ReplayCounts | null> {
  const replayed = await replayDraft(ports, accountId, templateId, options).catch(ifRefused);
  if (!replayed?.complete) return null;
  const { mails, same, text, html, fail } = replayed.found;
  return { mails, same, text, html, fail };
}

function ifRefused(error: unknown): null {
  if (error instanceof ManageError) return null;
  throw error;
}

/** The most mails of a replay that somebody waits for on a page. */
const maxMails = 50;

const countOf: Record<Verdict['type'], Exclude<keyof ReplayCounts, 'mails'> | null> = {
  ...{ same: 'same', failing: 'same', text: 'text', mended: 'text', html: 'html', broken: 'fail' },
  masked: null,
};

/**
 * Makes the newest 50 kept mails of a template again, with what is served and with its draft. Null for a partial. After
 * `withinMs` it counts what it has made, and `complete` is false.
 *
 * @throws {ManageError} `unknown` for a template without a draft; `invalid` for a draft that a push would refuse today
 */
export async function replayDraft(
  ports: MessageListPorts & TemplatePorts,
  accountId: string,
  templateId: string,
  { withinMs, senders }: { withinMs: number } & Pick<SenderSettings, 'senders'>,
): Promise<{ found: DraftReplay; complete: boolean } | null> {
  const signal = AbortSignal.timeout(withinMs);
  const candidates = await drafts(ports, accountId, [templateId]);
  const candidate = candidates.find((one) => one.templateId === templateId);
  if (!candidate) return null;
  const comparisons = await withServed(ports, accountId, [candidate]);
  const { replays } = await replay(ports, accountId, comparisons, {
    ...{ last: maxMails, senders, signal },
  });
  const mails = replays.flatMap((one) => one.mails).filter(({ verdict }) => countOf[verdict.type]);
  const counts: ReplayCounts = { mails: mails.length, same: 0, text: 0, html: 0, fail: 0 };
  for (const { verdict } of mails) {
    const count = countOf[verdict.type];
    if (count) counts[count] += 1;
  }
  const times = mails.map(({ createdAt }) => createdAt).sort();
  const [first] = mails.flatMap(({ messageId, verdict }) =>
    verdict.type === 'broken' ? { messageId, sentence: verdict.error } : [],
  );
  const found = {
    ...counts,
    first: first ?? null,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
  };
  return { found, complete: !signal.aborted };
}
