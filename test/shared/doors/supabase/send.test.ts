import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { executeRequest } from '../../../../functions/execute/contract.ts';
import { withDoors } from '../../../../shared/doors/door.ts';
import { supabaseHook } from '../../../../shared/doors/supabase/send.ts';
import { refuse } from '../../../../shared/engine/errors.ts';
import { hookScopes } from '../../../../shared/keys/hook.ts';
import { mintWebhookSecret } from '../../../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../../../jest.ts';
import { catchPrinted } from '../../../printed-lines.ts';
import { eventOf } from '../at-the-door.ts';

const secret = mintWebhookSecret(randomBytes);
const templates = { signup: 'welcome' };
const hook = JSON.stringify({ secret, project: 'https://abcd.supabase.co', templates });
const scopes = JSON.stringify(hookScopes({ templates }));
const time = { getRemainingTimeInMillis: () => 5000 };

const user = {
  id: '8484b834-f29e-4af2-bf42-80644d154f76',
  email: 'ada@example.com',
  user_metadata: { name: 'Ada', language: 'de' },
};
const data = {
  ...{ email_action_type: 'signup', token: '305805', token_hash: 'pkce_7d5b+' },
  ...{ redirect_to: 'https://app.example/?a=b&c=d', site_url: 'https://app.example' },
  ...{ token_new: '', token_hash_new: '' },
};

type Outcome = object | Error;

/** Calls the hook as Supabase does. `outcomes`: what `/v1/execute` makes of the first mail, the second … */
async function called(given: object, outcomes: readonly Outcome[] = [], sign = secret) {
  const sent: object[] = [];
  const handler = withDoors([supabaseHook], {
    name: 'execute',
    scope: { name: 'execute' },
    request: executeRequest,
    run: (body, { keyId }, { header, door }) => {
      const outcome = outcomes[sent.length] ?? { success: true, type: 'sent', messageId: 'm' };
      sent.push({ body, keyId, key: header('idempotency-key'), door: door?.name });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const body = JSON.stringify(given);
  const at = new Date();
  const headers = {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(sign).sign('msg_1', at, body),
  };
  const printed = catchPrinted();
  const event = eventOf('/supabase/{hook}', { body, headers });
  event.requestContext.authorizer = { accountId: 'acc_1', keyId: 'hook_1', scopes, hook };
  const answer = await handler(event, time).finally(() => printed.restore());
  const retryAfter = answer.headers['retry-after'];
  expect(printed.lines.join('')).not.toContain('whsec_');
  return { sent, status: answer.statusCode, body: JSON.parse(answer.body), retryAfter };
}

test('a call becomes a mail with the template of its action, the codes and the link that confirms', async () => {
  const { sent, ...answer } = await called({ user, email_data: data });

  expect(answer).toEqual({ status: 200, body: {}, retryAfter: undefined });
  expect(sent).toEqual([
    {
      ...{ keyId: 'hook_1', key: 'supabase-msg_1-0', door: 'supabase' },
      body: {
        templateId: 'welcome',
        _to: 'ada@example.com',
        _reference: user.id,
        _language: 'de',
        variables: {
          email: 'ada@example.com',
          token: '305805',
          token_hash: 'pkce_7d5b+',
          action: 'signup',
          redirect_to: data.redirect_to,
          site_url: data.site_url,
          url: 'https://abcd.supabase.co/auth/v1/verify?token=pkce_7d5b%2B&type=signup&redirect_to=https%3A%2F%2Fapp.example%2F%3Fa%3Db%26c%3Dd',
          data: user.user_metadata,
        },
      },
    },
  ]);
});

/** A change of the address that both addresses confirm. */
const both = (field = 'new_email') => ({
  user: { ...user, [field]: 'eva@example.com' },
  email_data: {
    ...{ ...data, email_action_type: 'email_change' },
    ...{ token_new: '111', token_hash_new: 'hash-of-token' },
  },
});

test.each(['new_email', 'email_new'])(
  'a change of the address with both hashes is a mail to each address, with the hash that fits its code: %s',
  async (field) => {
    const { sent } = await called(both(field));

    const mail = (place: number, email: string, token: string, token_hash: string) => ({
      key: `supabase-msg_1-${place}`,
      body: { templateId: 'supabase-email-change', _to: email, variables: { token, token_hash } },
    });
    expect(sent).toMatchObject([
      mail(0, 'ada@example.com', '305805', 'hash-of-token'),
      mail(1, 'eva@example.com', '111', 'pkce_7d5b+'),
    ]);
  },
);

test('a change of the address with one hash is confirmed at the new address', async () => {
  const call = both();
  const { sent } = await called({
    ...call,
    email_data: { ...call.email_data, token_hash_new: '' },
  });

  expect(sent).toMatchObject([{ body: { _to: 'eva@example.com' } }]);
});

test.each([
  [{ success: false, type: 'validation_failed', field: '_to', error: 'No' }, 422, 'No'],
  [{ success: false, type: 'flow_error', error: 'Off' }, 422, 'Off'],
  [{ success: true, type: 'callback' }, 422, 'The flow of welcome does not send'],
  [refuse('templateNotFound'), 422, 'Template not found'],
  [{ success: false, type: 'send_failed', error: 'SES' }, 503, 'SES'],
  [refuse('idempotencyKeyRunning'), 503, 'A request with this Idempotency-Key is still running'],
  [new Error('table lost'), 503, 'Internal server error'],
])('the outcome %j of a mail is a %i', async (outcome, status, message) => {
  const { sent: _, ...answer } = await called({ user, email_data: data }, [outcome]);

  const retryAfter = status === 503 ? '1' : undefined;
  const body = { error: { http_code: status, message } };
  expect(answer).toEqual({ status, body, retryAfter });
});

test('if one of two mails fails, the answer is its error', async () => {
  const failed = { success: false, type: 'send_failed', error: 'SES' };

  expect((await called(both(), [{ success: true, type: 'sent' }, failed])).status).toBe(503);
});

test.each([
  [{ user: {}, email_data: data }, 'user.email is required'],
  [{ user: { email: 5 }, email_data: data }, 'user.email must be a string, found a number'],
  [{ user }, 'email_data is required'],
])('a call with %j is refused, and no mail is sent', async (given, message) => {
  const { sent, status, body } = await called(given);

  expect({ sent, status, body }).toEqual({
    ...{ sent: [], status: 422, body: { error: { http_code: 422, message } } },
  });
});

test('a call with the signature of another hook is refused before it is read', async () => {
  const { sent, status, body } = await called({}, [], mintWebhookSecret(randomBytes));

  const message = 'The signature does not fit';
  expect({ sent, status, body }).toEqual({
    ...{ sent: [], status: 401, body: { error: { http_code: 401, message } } },
  });
});
