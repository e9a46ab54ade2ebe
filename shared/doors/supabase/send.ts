import { maxBodyBytes } from '../../engine/limits.ts';
import { checkContract } from '../../http/contract.ts';
import { bodyBytes, readJsonBody } from '../../http/json-body.ts';
import { header, type ProxyEvent } from '../../http/proxy.ts';
import { type Hook, readHook } from '../../keys/hook.ts';
import { isSigned } from '../../webhook/webhook-signature.ts';
import { type Door, ok } from '../door.ts';
import { DoorRefusal, type FailureKind } from '../failure.ts';
import { hookCall, mailsOf } from './mails.ts';

/** Supabase repeats a call after a 503 with Retry-After. Everything else is final. */
const retried: ReadonlySet<FailureKind> = new Set([409, 429, 500, 503, 'send_failed']);

/** Supabase Auth calls it for each mail of a sign-in. Each of at most two mails has its own Idempotency-Key. */
export const supabaseHook: Door = {
  name: 'supabase',
  resource: '/supabase/{hook}',
  toV1: (event) => {
    const hook = readHook(event.requestContext.authorizer?.hook ?? 'null');
    const id = checkSignature(event, hook);
    const mails = mailsOf(checkContract(hookCall, readJsonBody(event)), hook);
    return mails.map((body, place) => ({
      body,
      idempotencyKey: `supabase-${id}-${place}`,
      reply: () => ok({}),
    }));
  },
  failed: ({ kind, error: message }) => {
    const other = kind === 401 ? 401 : 422;
    const status = retried.has(kind) ? 503 : other;
    return { status, body: { error: { http_code: status, message } } };
  },
};

/** Returns the id of the call, which a repeat has too. The bytes are checked before any JSON in them is read. */
function checkSignature(event: ProxyEvent, { secret }: Hook): string {
  const id = header(event, 'webhook-id');
  const received = {
    id,
    seconds: header(event, 'webhook-timestamp'),
    signatures: header(event, 'webhook-signature'),
    body: bodyBytes(event, maxBodyBytes),
  };
  if (id && isSigned(received, secret, Date.now())) return id;
  throw new DoorRefusal(401, 'The signature does not fit');
}
