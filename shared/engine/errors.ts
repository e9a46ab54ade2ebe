/** The parts with a size limit, by their names in the refusal. */
const limitedParts = {
  subject: 'Rendered subject',
  html: 'Rendered HTML',
  text: 'Rendered text',
  template: 'Rendered template',
  answer: 'The answer',
  unsubscribe: 'The rendered address to unsubscribe',
} as const;

export type LimitedPart = keyof typeof limitedParts;

/**
 * The closed list of refusals: HTTP status and public sentence. The chain in `shared/http` translates them once. The
 * outcomes of execute (`validation_failed`, `send_failed`, `flow_error`) are none: they have status 200.
 */
export const refusals = {
  required: { status: 400, sentence: (field: string) => `${field} is required` },
  wrongType: {
    status: 400,
    sentence: (field: string, expected: string, found: string) =>
      `${field} must be ${expected}, found ${found}`,
  },
  unknownDeliveryField: {
    status: 400,
    /** `known`: the fields that are allowed. */
    sentence: (field: string, known: string) =>
      `${cut(field)} is not a known delivery field: ${known}`,
  },
  /** Only with `_strict`. `known`: the fields that are allowed. */
  unknownField: {
    status: 400,
    sentence: (field: string, known: string) => `${cut(field)} is not a known field: ${known}`,
  },
  invalidEmail: { status: 400, sentence: () => 'Invalid email format' },
  missingVariables: {
    status: 400,
    sentence: (names: readonly string[]) => `Missing required variables: ${names.join(', ')}`,
  },
  overLimit: {
    status: 400,
    sentence: (what: LimitedPart, limit: string) => `${limitedParts[what]} is larger than ${limit}`,
  },
  unsafeAddress: {
    status: 400,
    sentence: (field: string) =>
      `${field} must be an address with http, https, mailto, tel or cid, or without a scheme`,
  },
  unsafeStyle: {
    status: 400,
    sentence: (field: string) =>
      `${field} must be a plain CSS value: a colour, a length, a number or names`,
  },
  unsafePath: {
    status: 400,
    sentence: (field: string) =>
      `${field} must begin with /, ? or #, or be empty: it follows the host of an address`,
  },
  unsafePort: {
    status: 400,
    sentence: (field: string) =>
      `${field} must be a port number: it follows the host of an address and a colon`,
  },
  unsafeHostPart: {
    status: 400,
    sentence: (field: string) =>
      `${field} must consist of letters, digits, hyphens and dots: it is part of the host of an address`,
  },
  unsafeStep: {
    status: 400,
    sentence: (field: string) =>
      `${field} must not begin with / or \\: it follows the slash that begins an address`,
  },
  badIdempotencyKey: {
    status: 400,
    sentence: () => 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  emptyList: {
    status: 400,
    sentence: (field: string) => `${field} must have at least one entry`,
  },
  tooManyEntries: {
    status: 400,
    sentence: (field: string, most: number) => `${field} has more than ${most} entries`,
  },
  besideTooLarge: {
    status: 400,
    sentence: (limit: string) =>
      `The fields beside messages are more than ${limit}, counted for each message`,
  },
  notADefault: {
    status: 400,
    sentence: (field: string) => `${field} must be in each message, not beside messages`,
  },
  flowDoesNotSend: {
    status: 400,
    sentence: (templateId: string) => `The flow of ${cut(templateId)} does not send`,
  },
  bodyNotJson: { status: 400, sentence: () => 'Request body must be valid JSON' },
  bodyNotObject: { status: 400, sentence: () => 'Request body must be a JSON object' },
  bodyNotUtf8: { status: 400, sentence: () => 'Request body must be UTF-8' },
  bodyTooDeep: {
    status: 400,
    sentence: () => 'Request body is nested deeper than 32 levels',
  },
  bodyTooManyValues: {
    status: 400,
    sentence: () => 'Request body has more than 100,000 values',
  },
  noAuthorization: { status: 401, sentence: () => 'Authorization header is required' },
  unknownKey: { status: 401, sentence: () => 'Invalid API key' },
  revokedKey: { status: 401, sentence: () => 'API key has been revoked' },
  /** The firewall's answer, if the settings have one; no function runs. */
  blocked: { status: 403, sentence: () => 'Request refused by the firewall' },
  /** `words`: when it was paused, by whom and why. */
  keyPaused: {
    status: 403,
    sentence: (keyId: string, words: string) =>
      `This API key ${words}. Resume it in the dashboard, or with: postrider key resume ${keyId}`,
  },
  endpointForbidden: {
    status: 403,
    sentence: (name: string) => `This API key may not use ${name}`,
  },
  templateForbidden: {
    status: 403,
    sentence: (templateId: string) => `This API key may not use the template ${cut(templateId)}`,
  },
  draftForbidden: { status: 403, sentence: () => 'Only a test key may render a draft' },
  messageNotFound: { status: 404, sentence: () => 'Message not found' },
  templateNotFound: { status: 404, sentence: () => 'Template not found' },
  draftNotFound: { status: 404, sentence: () => 'No draft of this template was found' },
  notFound: { status: 404, sentence: () => 'Not found' },
  idempotencyKeyRunning: {
    status: 409,
    sentence: () => 'A request with this Idempotency-Key is still running',
    retryAfterSeconds: 1,
  },
  bodyTooLarge: {
    status: 413,
    sentence: (limit: string) => `Request body is larger than ${limit}`,
  },
  notJsonType: { status: 415, sentence: () => 'Content-Type must be application/json' },
  idempotencyKeyReused: {
    status: 422,
    sentence: () => 'This Idempotency-Key was used for another request',
  },
  rateExceeded: { status: 429, sentence: () => 'Rate limit exceeded', retryAfterSeconds: 1 },
  internal: { status: 500, sentence: () => 'Internal server error' },
  noDnsAnswer: {
    status: 500,
    sentence: () => 'Domain lookup failed, try again',
    retryAfterSeconds: 1,
  },
  noFileAnswer: {
    status: 500,
    sentence: () => 'Reading the attachments from S3 failed, try again',
    retryAfterSeconds: 1,
  },
  outOfTime: {
    status: 500,
    sentence: () => 'The batch ran out of time, try again',
    retryAfterSeconds: 1,
  },
  keyNotReady: {
    status: 503,
    sentence: () => 'API key is not ready yet, try again',
    retryAfterSeconds: 1,
  },
} as const satisfies Record<
  string,
  { status: number; sentence: (...args: never[]) => string; retryAfterSeconds?: number }
>;

/** A text of a request, short enough for a sentence. */
function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}

export type RefusalCode = keyof typeof refusals;

type SentenceArguments<C extends RefusalCode> = Parameters<(typeof refusals)[C]['sentence']>;

/** One refusal on its way to the caller. Its `message` is the public sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** Seconds after which trying again makes sense; undefined if it never does. */
  readonly retryAfterSeconds: number | undefined;
  /** What the sentence names: a field, a limit. */
  readonly details: readonly unknown[];

  constructor(
    code: RefusalCode,
    sentence: string,
    { cause, details = [] }: { cause?: unknown; details?: readonly unknown[] } = {},
  ) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    const entry: { status: number; retryAfterSeconds?: number } = refusals[code];
    this.status = entry.status;
    this.retryAfterSeconds = entry.retryAfterSeconds;
  }
}

/** Makes the refusal `code`; `details` are the names and numbers in its sentence. */
export function refuse<C extends RefusalCode>(code: C, ...details: SentenceArguments<C>): Refusal {
  const sentence = refusals[code].sentence as (...args: SentenceArguments<C>) => string;
  return new Refusal(code, sentence(...details), { details });
}

/** Like `refuse`, with the cause, which is logged and never shown to the caller. */
export function refuseBecause<C extends RefusalCode>(
  cause: unknown,
  code: C,
  ...details: SentenceArguments<C>
): Refusal {
  const refusal = refuse(code, ...details);
  return new Refusal(code, refusal.message, { cause, details });
}
