import type { Endpoint } from '../../lib/routes.ts';
import { type RefusalCode, type refusals, refuse } from '../../shared/engine/errors.ts';
import { maxBatchMessages } from '../../shared/engine/limits.ts';

/** A refusal of an operation, with an example of its sentence. */
export interface Example {
  code: RefusalCode;
  status: number;
  sentence: string;
  /** The parts of the sentence that differ from request to request. */
  details: readonly string[];
  retryAfterSeconds: number | undefined;
}

type Details<C extends RefusalCode> = Parameters<(typeof refusals)[C]['sentence']>;

function example<C extends RefusalCode>(code: C, ...details: Details<C>): Example {
  const { status, message, retryAfterSeconds } = refuse(code, ...details);
  return { code, status, sentence: message, details: details.map(String), retryAfterSeconds };
}

/** Refusals of any request, in the order of the checks. */
const ofEveryRequest: readonly Example[] = [
  example('blocked'),
  example('noAuthorization'),
  example('unknownKey'),
  example('revokedKey'),
  example(
    'keyPaused',
    'key_0a1B2c3D4e5F6g7H',
    'was paused at 2026-11-28 10:30 UTC by ada@example.com',
  ),
  example('keyNotReady'),
  example('rateExceeded'),
  example('notJsonType'),
  example('bodyTooLarge', '1 MB'),
  example('bodyNotUtf8'),
  example('bodyTooDeep'),
  example('bodyTooManyValues'),
  example('bodyNotJson'),
  example('bodyNotObject'),
  example('internal'),
];

const ofAnyTemplate: readonly Example[] = [
  example('templateForbidden', 'welcome'),
  example('templateNotFound'),
  // The refusal is made from the code of a part; the sentence has the part's name.
  { ...example('overLimit', 'html', '2 MB'), details: ['Rendered HTML', '2 MB'] },
  example('unsafeAddress', 'order.url'),
  example('unsafeStyle', 'colour'),
  example('unsafePath', 'order.path'),
  example('unsafePort', 'port'),
  example('unsafeHostPart', 'tenant'),
  example('unsafeStep', 'path'),
];

const own: Record<Endpoint, readonly Example[]> = {
  render: [
    example('endpointForbidden', 'render'),
    example('draftForbidden'),
    example('required', 'template_id'),
    example('wrongType', 'template_id', 'a string', 'a number'),
    ...ofAnyTemplate,
    example('draftNotFound'),
    example('missingVariables', ['order.id']),
  ],
  execute: [
    example('endpointForbidden', 'execute'),
    example('required', 'variables'),
    example('wrongType', '_to', 'a string', 'an array'),
    example('unknownDeliveryField', '_reply', 'did you mean _replyTo?'),
    example('unknownField', 'attachments', 'did you mean _attachments?'),
    example('badIdempotencyKey'),
    example('idempotencyKeyRunning'),
    example('idempotencyKeyReused'),
    ...ofAnyTemplate,
    example('noDnsAnswer'),
    example('noFileAnswer'),
  ],
  verify: [
    example('endpointForbidden', 'verify'),
    example('required', 'email'),
    example('wrongType', 'email', 'a string', 'an object'),
    example('invalidEmail'),
    example('noDnsAnswer'),
  ],
  message: [
    example('endpointForbidden', 'messages'),
    example('required', 'id, messageId, reference or to'),
    example('wrongType', 'since', 'a time', 'another text'),
    { ...example('overLimit', 'answer', '5.5 MB'), details: ['The answer', '5.5 MB'] },
    example('messageNotFound'),
  ],
  cancel: [
    example('endpointForbidden', 'execute'),
    example('required', 'id or reference'),
    example('wrongType', 'id', 'a string', 'a number'),
    example('messageNotFound'),
  ],
  batch: [
    example('endpointForbidden', 'execute'),
    example('required', 'messages'),
    example('wrongType', 'messages', 'an array', 'an object'),
    example('emptyList', 'messages'),
    example('tooManyEntries', 'messages', maxBatchMessages),
    example('besideTooLarge', '40 MB'),
    example('notADefault', '_to'),
    example('unknownDeliveryField', '_reply', 'did you mean _replyTo?'),
    example('unknownField', 'attachments', 'did you mean _attachments?'),
    example('badIdempotencyKey'),
    { ...example('overLimit', 'answer', '5.5 MB'), details: ['The answer', '5.5 MB'] },
  ],
};

export function refusalsOf(endpoint: Endpoint): readonly Example[] {
  return [...ofEveryRequest, ...own[endpoint]];
}

/** What a status means, and what the caller can do. */
export const advice: Record<number, string> = {
  400: 'The request is invalid: fix the input that the error names.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The API key’s scopes do not allow this, or the deployment’s firewall blocked the request.',
  404: 'This account has no such template or message.',
  409: 'The first request with this Idempotency-Key is still running: wait, then send the request again.',
  413: 'The body is larger than `error` says: 4.4 MB for execute and batch, else 1 MB. Beyond 10 MB AWS itself may answer, without a request id.',
  415: 'The content type must be JSON.',
  422: 'This Idempotency-Key was used with another body: use a new key for each body.',
  429: 'The account has reached the rate of its plan: wait, then send the request again.',
  500: 'The log has the cause, under the request id. With `Retry-After`, DNS did not answer and nothing was sent: try again.',
  503: 'The API key is new and not active everywhere yet: wait, then send the request again.',
};
