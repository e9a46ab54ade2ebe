import { type RefusalCode, refusals } from './errors.ts';

/** Resend's `name` and Postmark's `ErrorCode` of the refusals that no door's function answers. */
const peerCodes: Partial<Record<RefusalCode, readonly [name: string, errorCode: number]>> = {
  noAuthorization: ['missing_api_key', 10],
  unknownKey: ['invalid_api_key', 10],
  keyNotReady: ['application_error', 503],
  rateExceeded: ['rate_limit_exceeded', 429],
  notFound: ['not_found', 404],
  blocked: ['security_error', 403],
  internal: ['internal_server_error', 500],
};

/** The body of a refusal that the clients of every door understand: each reads its own fields. */
export function bodyForAllDoors(code: RefusalCode, message: string) {
  const [name, ErrorCode] = peerCodes[code] ?? ['validation_error', 300];
  const { status: statusCode } = refusals[code];
  return { statusCode, name, message, ErrorCode, Message: message, error: message };
}
