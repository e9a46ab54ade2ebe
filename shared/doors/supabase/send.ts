import { refusals } from '../../engine/errors.ts';
import { maxBodyBytes } from '../../engine/limits.ts';
import { checkContract } from '../../http/contract.ts';
import { bodyBytes, readJsonBody } from '../../http/json-body.ts';
import { header, type ProxyAnswer, type ProxyEvent } from '../../http/proxy.ts';
import { type Hook, readHook } from '../../keys/hook.ts';
import { isSigned } from '../../webhook/webhook-signature.ts';
import { type Door, type DoorReply, v1Event } from '../door.ts';
import { DoorRefusal, v1Result } from '../failure.ts';
import { hookCall, mailsOf } from './mails.ts';

/** Supabase Auth calls it for each mail of a sign-in. Each of at most two mails has its own Idempotency-Key. */
export const supabaseHook: Door = {
  name: 'supabase',
  resource: '/supabase/{hook}',
  toV1: (event) => {
    const hook = readHook(event.requestContext.authorizer?.hook ?? 'null');
    const id = checkSignature(event, hook);
    const mails = mailsOf(checkContract(hookCall, readJsonBody(event)), hook);
    return {
      events: mails.map((mail, place) =>
        v1Event(event, mail, { name: 'supabase' }, `supabase-${id}-${place}`),
      ),
      fromV1: (answers) => {
        const replies = answers.map((answer, place) => replyTo(answer, mails[place]?.templateId));
        return replies.find(({ status }) => status !== 200) ?? accepted;
      },
    };
  },
  // Only the signature is forbidden here: the handler checks the scopes.
  failed: ({ kind, error }) => {
    if (kind === 'forbidden') return refused(401, error);
    return refused(kind === 'internal' ? 503 : 422, error);
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
  throw new DoorRefusal('forbidden', 'The signature does not fit');
}

const accepted: DoorReply = { status: 200, body: '{}' };

/** Supabase repeats a call after a 503 with Retry-After. Everything else is final. */
const retried: ReadonlySet<number> = new Set([409, 429, 500, 503]);

function replyTo({ statusCode, body }: ProxyAnswer, templateId = ''): DoorReply {
  const { type, error = '' } = v1Result.parse(JSON.parse(body));
  if (type === 'sent' || type === 'scheduled') return accepted;
  if (type === 'callback') return refused(422, refusals.flowDoesNotSend.sentence(templateId));
  return refused(retried.has(statusCode) || type === 'send_failed' ? 503 : 422, error);
}

function refused(status: number, message: string): DoorReply {
  return {
    status,
    body: JSON.stringify({ error: { http_code: status, message } }),
    ...(status === 503 && { headers: { 'retry-after': '1' } }),
  };
}
