import type { Endpoint } from '../../lib/routes.ts';
import { type RefusalCode, type refusals, refuse } from '../../shared/engine/errors.ts';

/** A refusal as an operation may give it: an example of its sentence. */
export interface Example {
  code: RefusalCode;
  status: number;
  sentence: string;
  /** What the sentence names, each as it stands in it. */
  details: readonly string[];
  retryAfterSeconds: number | undefined;
}

type Details<C extends RefusalCode> = Parameters<(typeof refusals)[C]['sentence']>;

function example<C extends RefusalCode>(code: C, ...details: Details<C>): Example {
  const { status, message, retryAfterSeconds } = refuse(code, ...details);
  return { code, status, sentence: message, details: details.map(String), retryAfterSeconds };
}

/** What may become of any request, in the order in which it is judged. */
const ofEveryRequest: readonly Example[] = [
  example('blocked'),
  example('noAuthorization'),
  example('unknownKey'),
  example('revokedKey'),
  example('keyNotReady'),
  example('rateExceeded'),
  example('notJsonType'),
  example('bodyTooLarge'),
  example('bodyNotUtf8'),
  example('bodyTooDeep'),
  example('bodyNotJson'),
  example('bodyNotObject'),
  example('internal'),
];

const ofAnyTemplate: readonly Example[] = [
  example('templateNotFound'),
  example('overLimit', 'html', '2 MB'),
  example('unsafeAddress', 'order.url'),
  example('unsafeStyle', 'colour'),
  example('unsafePath', 'order.path'),
  example('unsafePort', 'port'),
  example('unsafeHostPart', 'tenant'),
];

const own: Record<Endpoint, readonly Example[]> = {
  render: [
    example('required', 'template_id'),
    example('wrongType', 'template_id', 'a string', 'a number'),
    ...ofAnyTemplate,
    example('missingVariables', ['order.id']),
  ],
  execute: [
    example('required', 'variables'),
    example('wrongType', '_to', 'a string', 'an array'),
    example('unknownDeliveryField', '_reply'),
    example('badIdempotencyKey'),
    example('idempotencyKeyRunning'),
    example('idempotencyKeyReused'),
    ...ofAnyTemplate,
    example('noDnsAnswer'),
  ],
  verify: [
    example('required', 'email'),
    example('wrongType', 'email', 'a string', 'an object'),
    example('invalidEmail'),
    example('noDnsAnswer'),
  ],
};

/** Every refusal that an operation may give. */
export function refusalsOf(endpoint: Endpoint): readonly Example[] {
  return [...ofEveryRequest, ...own[endpoint]];
}

/** What a caller does about a status. */
export const advice: Record<number, string> = {
  400: 'The request cannot be served as it is: mend what the sentence names.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The deployment has a firewall, which did not let the request through.',
  404: 'No such template in this account.',
  409: 'The first request with this Idempotency-Key is still running: wait, then send it again.',
  413: 'The body is larger than 1 MB. Beyond 10 MB the gateway’s answer may be AWS’s own, without a request id.',
  415: 'The body must call itself JSON.',
  422: 'Another body was sent with this Idempotency-Key: another body needs another key.',
  429: 'The account has used up its plan’s rate: wait, then send it again.',
  500: 'The cause is in the log, under the request id. With `Retry-After` the DNS gave no answer, nothing was sent, and it may be tried again.',
  503: 'The API key is new and has not spread yet: wait, then send it again.',
};
