import type { DoorReply } from '../door.ts';
import type { Failure } from '../failure.ts';

/** The status and Resend's name of each failure: https://resend.com/docs/api-reference/errors */
const errors: Readonly<Record<string, readonly [status: number, name: string]>> = {
  missing: [422, 'missing_required_field'],
  from: [422, 'invalid_from_address'],
  _attachments: [422, 'invalid_attachment'],
  idempotencyKey: [400, 'invalid_idempotency_key'],
  400: [422, 'validation_error'],
  403: [401, 'restricted_api_key'],
  404: [404, 'not_found'],
  409: [409, 'concurrent_idempotent_requests'],
  413: [413, 'validation_error'],
  415: [415, 'validation_error'],
  422: [409, 'invalid_idempotent_request'],
  501: [501, 'application_error'],
  503: [503, 'application_error'],
  send_failed: [500, 'application_error'],
  flow_error: [500, 'application_error'],
};

export const resend = { name: 'resend', failed: resendError } as const;

export function resendError({ kind, error }: Failure): DoorReply {
  const [statusCode, name] = errors[kind] ?? [500, 'internal_server_error'];
  return { status: statusCode, body: { statusCode, name, message: error } };
}
