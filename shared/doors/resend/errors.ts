import type { DoorReply } from '../door.ts';
import type { Failure, FailureKind } from '../failure.ts';

/** The status and Resend's name of each failure: https://resend.com/docs/api-reference/errors */
const errors: Record<FailureKind, readonly [status: number, name: string]> = {
  missing: [422, 'missing_required_field'],
  invalid: [422, 'validation_error'],
  from: [422, 'invalid_from_address'],
  attachment: [422, 'invalid_attachment'],
  idempotencyKey: [400, 'invalid_idempotency_key'],
  forbidden: [401, 'restricted_api_key'],
  notFound: [404, 'not_found'],
  running: [409, 'concurrent_idempotent_requests'],
  reused: [409, 'invalid_idempotent_request'],
  tooLarge: [413, 'validation_error'],
  mediaType: [415, 'validation_error'],
  failed: [500, 'application_error'],
  notReady: [503, 'application_error'],
  internal: [500, 'internal_server_error'],
};

export function resendError({ kind, error }: Failure): DoorReply {
  const [statusCode, name] = errors[kind];
  return { status: statusCode, body: JSON.stringify({ statusCode, name, message: error }) };
}

export function resendReply(body: object): DoorReply {
  return { status: 200, body: JSON.stringify(body) };
}
