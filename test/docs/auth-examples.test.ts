import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { executeRequest } from '../../functions/execute/contract.ts';
import { mintWebhookSecret } from '../../shared/webhook/webhook-signature.ts';
import { beforeEach, expect, test } from '../jest.ts';
import { serve } from '../serve.ts';

/** What the service answers to execute, and the requests that its contract accepted. */
let outcome: object;
let asked: object[];
beforeEach(() => {
  outcome = { success: true, type: 'sent' };
  asked = [];
});

const { url } = await serve(async (incoming, outgoing) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const { authorization, 'idempotency-key': key } = incoming.headers;
  const request = executeRequest.parse(JSON.parse(body));
  asked.push({ path: incoming.url, authorization, request, ...(key && { key }) });
  outgoing.writeHead(200).end(JSON.stringify(outcome));
});
const sent = (request: object) => ({ path: '/v1/execute', authorization: 'Bearer pr_x', request });

const secret = mintWebhookSecret(() => Buffer.alloc(32, 7));
const variables = { POSTRIDER_URL: `${url}/v1`, POSTRIDER_KEY: 'pr_x' };
Object.assign(process.env, variables, { CLERK_SECRET: secret });
const folder = new URL('../../docs/examples/auth/', import.meta.url);
const example = (name: string) => import(new URL(name, folder).href);

test.each([
  [{ success: true, type: 'sent' }, []],
  [{ success: false, type: 'send_failed', error: 'SES' }, ['retry SES']],
  [{ success: false, type: 'validation_failed', error: 'No' }, ['drop No']],
])(
  'the example for Auth0 sends a mail, and tells Auth0 about the outcome %j',
  async (answered, told) => {
    outcome = answered;
    const { onExecuteCustomEmailProvider } = await example('auth0.cjs');
    const calls: string[] = [];
    const api = {
      notification: {
        retry: (reason: string) => calls.push(`retry ${reason}`),
        drop: (reason: string) => calls.push(`drop ${reason}`),
      },
    };
    const mail = { subject: 'Hello', html: '<p>1</p>', text: '1' };
    const notification = { ...mail, to: 'ada@example.com', locale: 'de', message_type: 'otp' };

    await onExecuteCustomEmailProvider(
      { notification, secrets: variables, user: { user_id: 'auth0|1' } },
      api,
    );

    const request = { templateId: 'raw', variables: mail, _to: 'ada@example.com' };
    expect(asked).toEqual([
      {
        ...sent({ ...request, _language: 'de', _reference: 'auth0|1' }),
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(calls).toEqual(told);
  },
);

test('the example for Clerk sends the mail of a signed event, and refuses others', async () => {
  const { POST } = await example('clerk.mjs');
  const data = { otp_code: '1' };
  const _to = 'ada@example.com';
  const email = { id: 'ema_1', slug: 'verification_code', to_email_address: _to, user_id: null };
  const call = (more: object, signer = secret) => {
    const body = JSON.stringify({ type: 'email.created', data: { ...email, data, ...more } });
    const at = new Date();
    const headers = {
      'svix-id': 'm',
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(signer).sign('m', at, body),
    };
    return POST(new Request('http://a.example', { method: 'POST', headers, body }));
  };

  const answers = [
    await call({}),
    await call({ delivered_by_clerk: true }),
    await call({}, 'whsec_AAAA'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 401]);
  const request = { templateId: 'clerk-verification-code', variables: data, _to };
  expect(asked).toEqual([{ ...sent(request), key: 'ema_1' }]);
});

test('the example for Cognito decrypts the code, and throws if the mail is refused', async () => {
  // Its package is AWS's own, which the project does not install.
  const stub =
    'const KmsKeyringNode = class {}, CommitmentPolicy = {}, buildClient = () => ({ decrypt: async (_, code) => ({ plaintext: Buffer.from(code.toString().toUpperCase()) }) });';
  const source = readFileSync(new URL('cognito.mjs', folder), 'utf8');
  const stubbed = encodeURIComponent(source.replace(/^import .+;$/m, stub));
  const { handler } = await import(`data:text/javascript,${stubbed}`);
  const code = Buffer.from('code').toString('base64');
  const request = { code, userAttributes: { email: 'ada@example.com' } };
  const event = { triggerSource: 'CustomEmailSender_SignUp', userName: 'ada', request };

  await handler(event);
  outcome = { success: false, error: 'No' };

  const mail = { templateId: 'cognito-sign-up', variables: { code: 'CODE', name: '' } };
  expect(asked).toEqual([sent({ ...mail, _to: 'ada@example.com', _reference: 'ada' })]);
  await expect(handler(event)).rejects.toThrow('No');
});
