import { Webhook } from 'standardwebhooks';
import { createHook } from '../../../cli/commands/account/hooks.ts';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { statesTo } from '../harness/messages.ts';

const { doorsUrl } = deployment;

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Calls a path of the doors' API. Every answer has a request id. */
async function ask(path: string, { method = 'POST', headers = {}, body = '{}' }: Request = {}) {
  const answer = await fetch(`${doorsUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body }),
  });
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/);
  return { status: answer.status, body: await answer.json() };
}

/** The answer of the gateway, which each peer's client reads as its own. */
const answered = (statusCode: number, name: string, ErrorCode: number, message: string) => ({
  status: statusCode,
  body: { statusCode, name, message, ErrorCode, Message: message, error: message },
});

const wrongKey = answered(401, 'invalid_api_key', 10, 'Invalid API key');

test('an unknown route of the doors is 404 and an absent part of a peer’s API 501, without a key', async () => {
  const unknown = answered(404, 'not_found', 404, 'Not found');

  for (const path of ['', '/', '/nothing', '/supabase', '/smtp/x', '/smtp', '/supabase/hook_1']) {
    expect(await ask(path, { method: 'GET' })).toEqual(unknown);
  }
  for (const path of ['/resend/domains', '/resend/emails', '/postmark/server']) {
    expect((await ask(path, { method: 'GET' })).status).toBe(501);
  }
  expect((await fetch(`${new URL(String(doorsUrl)).origin}/doorsteps`)).status).toBe(404);
});

const project = 'https://abcd.supabase.co';
const html = '<p>{{data.name}} {{token}} <a href="{{url}}">Confirm</a></p>';

/** Opens an account with a hook; returns how Supabase calls it. */
async function openHook(templates: Record<string, string> = {}) {
  const account = await openAccount();
  await account.save({ id: 'supabase-signup', html, flow: flowOf(template, provider()) });
  const options = { name: 'app', project, templates, test: false };
  const hook = await createHook(account.ports, account.accountId, options);
  const call = (to: string, { id = 'msg_1', by = hook.secret, action = 'signup' } = {}) => {
    const email_data = { email_action_type: action, token: '1', token_hash: 'h' };
    const user = { email: to, user_metadata: { name: 'Ada' } };
    const body = JSON.stringify({ user, email_data });
    const at = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign(id, at, body),
    };
    return ask(`/supabase/${hook.hookId}`, { headers, body });
  };
  return { account, hook, call };
}

test('a hook sends the mail of a sign-up, and a repeated call sends nothing', async () => {
  const { account, call } = await openHook();
  const to = 'hooked@good.example';

  const answers = [await call(to), await call(to), await call(to, { id: 'msg_2' })];

  expect(answers).toEqual(Array(3).fill({ status: 200, body: {} }));
  expect(await statesTo(account, to)).toHaveLength(2);
  const [mail] = await mailsTo(to);
  expect(mail?.body.html).toContain(
    `Ada 1 <a href="${project}/auth/v1/verify?token=h&amp;type=signup&amp;redirect_to=">Confirm</a>`,
  );
});

test('a hook sends nothing for a wrong signature, a template that it may not use, and once it is deleted', async () => {
  const { account, hook, call } = await openHook({ recovery: 'supabase-signup' });
  const other = await openHook();
  const to = 'eva@good.example';

  const forged = await call(to, { by: other.hook.secret });
  const absent = await call(to, { action: 'invite' });
  await deleteKey(account.ports, hook.hookId);
  const deleted = await call(to);

  const error = { http_code: 401, message: 'The signature does not fit' };
  expect(forged).toEqual({ status: 401, body: { error } });
  expect(absent.status).toBe(422);
  expect(deleted).toEqual(wrongKey);
  expect(await statesTo(account, to)).toEqual([]);
});
