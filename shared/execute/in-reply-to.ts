import { maxHeaderValueCharacters } from '../engine/limits.ts';
import type { MailHeaders } from '../message/mail-headers.ts';

/** A mail that can be answered: its own Message-ID, and the ids of its conversation before it. */
export interface AnsweredMail {
  messageIdHeader: string;
  references: readonly string[];
}

export interface InReplyToProblem {
  ok: false;
  field: '_inReplyTo' | '_headers';
  error: string;
}

const unknown: InReplyToProblem = {
  ok: false,
  field: '_inReplyTo',
  error: '_inReplyTo: no message and no reply of this account has this id',
};

const twice: InReplyToProblem = {
  ok: false,
  field: '_headers',
  error: '_headers: In-Reply-To and References cannot be given with _inReplyTo',
};

/** The headers of a request that answers a mail; or why they cannot be made. `answered`: null for an unknown id. */
export function answeringHeaders(
  given: MailHeaders | undefined,
  answered: AnsweredMail | null,
): { ok: true; headers: MailHeaders } | InReplyToProblem {
  const names = Object.keys(given ?? {}).map((name) => name.toLowerCase());
  if (names.includes('in-reply-to') || names.includes('references')) return twice;
  if (answered === null) return unknown;
  const { messageIdHeader: id } = answered;
  return {
    ok: true,
    headers: { ...given, 'In-Reply-To': id, References: referencesOf(answered) },
  };
}

/** The ids with spaces between them. If there are too many, the first and the newest stay (RFC 5322 §3.6.4). */
function referencesOf({ messageIdHeader, references }: AnsweredMail): string {
  const [first, ...others] = [
    ...references.filter((id) => id !== messageIdHeader),
    messageIdHeader,
  ];
  const kept: string[] = [];
  let length = first?.length ?? 0;
  for (const id of others.toReversed()) {
    length += id.length + 1;
    if (length > maxHeaderValueCharacters) break;
    kept.unshift(id);
  }
  const all = [first, ...kept].join(' ');
  // The first may be so long that not even the newest fits beside it.
  return kept.length === 0 && others.length > 0 ? messageIdHeader : all;
}
