import { maxHeaderNameCharacters, maxHeaders, maxHeaderValueCharacters } from '../engine/limits.ts';

export type MailHeaders = Readonly<Record<string, string>>;

export interface HeadersProblem {
  ok: false;
  field: '_headers';
  /** A sentence that names the header, and does not repeat its value. */
  error: string;
}

/** Headers that a caller may set besides `X-…`, in lower case. SES or postrider writes some of the others. */
export const allowedHeaders: ReadonlySet<string> = new Set([
  'in-reply-to',
  'references',
  'auto-submitted',
  'importance',
  'list-id',
  'feedback-id',
]);

/** `X-SES-` headers are instructions to SES, such as another configuration set; postrider writes `X-Postrider-`. */
const reserved = /^x-(?:ses|postrider)-/;

/** Headers that hold message ids (RFC 5322 §3.6.4), in lower case. */
const withMessageIds: ReadonlySet<string> = new Set(['in-reply-to', 'references']);

/** The characters that SES accepts: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const headerName = new RegExp(`^[!-9;-~]{1,${maxHeaderNameCharacters}}$`);

/** Printable ASCII that neither begins nor ends with a space. */
const headerValue = new RegExp(`^[!-~](?:[ -~]{0,${maxHeaderValueCharacters - 2}}[!-~])?$`);

const messageIds = /^<[!-;=?A-~]+@[!-;=?A-~]+>(?: *<[!-;=?A-~]+@[!-;=?A-~]+>)*$/;

const oneMessageId = /<[!-;=?A-~]+@[!-;=?A-~]+>/g;

/** The message ids in a header of a received mail that a header of ours can have. Others are left out. */
export function messageIdsIn(header: string): string[] {
  const ids = header.match(oneMessageId) ?? [];
  return [...new Set(ids)].filter((id) => id.length <= maxHeaderValueCharacters);
}

/** Why a request's `_headers` cannot be used; null if they can, or were not given. */
export function headersProblem(headers: MailHeaders | null | undefined): HeadersProblem | null {
  const complaint = headers ? complaintOf(headers) : null;
  return complaint === null ? null : { ok: false, field: '_headers', error: complaint };
}

function complaintOf(headers: MailHeaders): string | null {
  if (Object.keys(headers).length > maxHeaders) {
    return `_headers has more than ${maxHeaders} entries`;
  }
  const seen = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const other = seen.get(name.toLowerCase());
    const complaint =
      other === undefined
        ? headerComplaint(name, value)
        : `${other} and ${name} are the same header`;
    if (complaint !== null) return `_headers: ${complaint}`;
    seen.set(name.toLowerCase(), name);
  }
  return null;
}

function headerComplaint(name: string, value: string): string | null {
  if (!headerName.test(name)) {
    return `${shown(name)} must be 1 to ${maxHeaderNameCharacters} printable ASCII characters without a space or a colon`;
  }
  if (!mayBeSet(name.toLowerCase())) return `${name} is not a header that may be set`;
  if (!headerValue.test(value)) {
    return `${name} must be 1 to ${maxHeaderValueCharacters} printable ASCII characters, without a line break, and without a space at its beginning or end`;
  }
  if (withMessageIds.has(name.toLowerCase()) && !messageIds.test(value)) {
    return `${name} must have message ids in angle brackets, such as <1001@acme.example>`;
  }
  return null;
}

function mayBeSet(name: string): boolean {
  return allowedHeaders.has(name) || (/^x-./.test(name) && !reserved.test(name));
}

const maxShownCharacters = 60;

/** An invalid header name, quoted and shortened. */
function shown(name: string): string {
  const isLong = name.length > maxShownCharacters;
  return JSON.stringify(isLong ? `${name.slice(0, maxShownCharacters)}…` : name);
}

/** The further headers of a mail. An address to unsubscribe makes two: mail programs want both (RFC 8058 §3.1). */
export function mailHeaders(
  given: MailHeaders | null | undefined,
  unsubscribe: string | null,
): Record<string, string> | undefined {
  const headers = {
    ...given,
    ...(unsubscribe !== null && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  return Object.keys(headers).length === 0 ? undefined : headers;
}
