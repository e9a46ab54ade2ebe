import type { Reply, WebhookType } from './types.ts';

/** The message that an event is about. */
interface MessageData {
  /** postrider's own id of the message. */
  id: string;
  /** `messageId` of execute's answer; `null` if it is not known. */
  messageId: string | null;
  /** The mail's header `Message-ID`; `null` if there is no `messageId`, or a test key's mail was captured. */
  messageIdHeader: string | null;
  /** The caller's own name of the message, `_reference` of execute; `null` if it gave none. */
  reference: string | null;
  templateId: string;
  /** The template's revision. */
  revision: number;
  /** The tag of the language that the mail's content was taken in; `null` if the template does not say its language. */
  language: string | null;
  /** The API key that sent the mail. */
  keyId: string;
  /** Whether a test key made the message. */
  test: boolean;
}

/** The recipient of a message, and the recipient's state. */
export interface WebhookData extends MessageData {
  /** The recipient's address. */
  to: string;
  /** The field that named the recipient. */
  field: '_to' | '_cc' | '_bcc';
  /**
   * The recipient's state after the event. It only rises, in this order; keep the highest, because events can come in
   * another order. `null`: a complaint that names several recipients does not say which of them complained.
   *
   * A scheduled message ends with one of the first four, which are below all others.
   */
  state:
    | ('CANCELLED' | 'FAILED' | 'UNKNOWN' | 'SENT')
    | ('DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED')
    | null;
  /** SES's word for the kind of a bounce, delay or complaint, such as `Permanent/General`; `null` for other events. */
  category: string | null;
  /** The words of the recipient's mail server or of SES, or why a scheduled message was not sent. */
  reason: string | null;
  /** Whether the address is on the suppression list because of this event. */
  suppressed: boolean;
}

/** The account that was paused, or that sends again. */
export interface AccountData {
  accountId: string;
  /** Who did it. */
  by: 'ses' | 'operator';
  /** SES's words, or the operator's; `null` without a reason. */
  reason: string | null;
  /** ISO 8601. */
  at: string;
}

/** A reply to a message. **Check `fromRecipient` and `verdicts.dmarc` before you act on it.** */
export interface ReplyData extends MessageData {
  /** With its text for live keys, too. */
  reply: Reply;
}

interface DataOfOthers {
  'account.paused': AccountData;
  'account.resumed': AccountData;
  'webhook.test': { webhookId: string };
  'message.replied': ReplyData;
}

/** One event of one recipient or of the account, a reply, or a test, distinguished by `type`. */
export type WebhookEvent = {
  [Type in WebhookType]: {
    type: Type;
    /** ISO 8601, when it happened. */
    timestamp: string;
    data: Type extends keyof DataOfOthers ? DataOfOthers[Type] : WebhookData;
  };
}[WebhookType];

/** The headers of a request: of the web's API, or of Node's. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** The request is not from postrider, was changed on its way, or is too old. Answer it with 400. */
export class InvalidWebhook extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidWebhook';
  }
}

const oldestSeconds = 300;

/** `verifyWebhook` at a time, in milliseconds since 1970. */
export async function verifyAt(
  nowMs: number,
  body: string,
  headers: WebhookHeaders,
  secret: string | undefined,
): Promise<WebhookEvent> {
  if (typeof body !== 'string')
    throw new TypeError(
      'body must be a string: the body must be the bytes as they came, not parsed',
    );
  const keyBytes = bytesOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new InvalidWebhook('webhook-timestamp must be whole seconds since 1970');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > oldestSeconds)
    throw new InvalidWebhook(
      'webhook-timestamp is more than 5 minutes off: the request is old, or this clock is wrong',
    );
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const mac = signature.startsWith('v1,') ? decoded(signature.slice(3)) : undefined;
    if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed))) return JSON.parse(body);
  }
  throw new InvalidWebhook(
    'webhook-signature does not match: the body must be the bytes as they came, and the secret must be the one of this webhook',
  );
}

/** Throws a `TypeError` that does not repeat the secret. */
function bytesOf(secret: string | undefined) {
  const prefix = 'whsec_';
  const bytes = secret?.startsWith(prefix) ? decoded(secret.slice(prefix.length)) : undefined;
  if (bytes && bytes.length > 0) return bytes;
  throw new TypeError(
    'secret must be whsec_ and base64. If it comes from an environment variable, set that',
  );
}

/** Undefined if the text is not base64. */
function decoded(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === 'string') return value;
  throw new InvalidWebhook(`The header ${name} is missing`);
}
