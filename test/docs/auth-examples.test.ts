import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import { executeRequest } from '../../functions/execute/contract.ts';
import { mintWebhookSecret } from '../../shared/webhook/webhook-signature.ts';
import { expect, test } from '../jest.ts';
import { serve } from '../serve.ts';

/** A service that answers execute with `outcome`, and keeps the requests that its contract accepts. */
async function startService(outcome: object = { success: true, type: 'sent' }) {
  const asked: object[] = [];
  const { url } = await serve(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { authorization, 'idempotency-key': key } = incoming.headers;
    const request = executeRequest.parse(JSON.parse(body));
    asked.push({ path: incoming.url, authorization, request, ...(key && { key }) });
    outgoing.writeHead(200).end(JSON.stringify(outcome));
  });
  return { url: `${url}/v1`, asked };
}

const sent = (request: object) => ({ path: '/v1/execute', authorization: 'Bearer pr_x', request });
const folder = new URL('../../docs/examples/auth/', import.meta.url);

type Example = Record<'POST' | 'handler', (given: object) => Promise<{ status: number }>>;

/** Loads an example with these variables, and with stubs in place of its packages. */
async function loaded(
  name: string,
  variables: Record<string, string>,
  stub = '',
): Promise<Example> {
  const source = readFileSync(new URL(name, folder), 'utf8');
  const environment = `const process = ${JSON.stringify({ env: variables })};\n`;
  const code = stub === '' ? source : source.replace(/^import .+ from '@.+;$/m, stub);
  const packages = code.replace(
    "'standardwebhooks'",
    `'${import.meta.resolve('standardwebhooks')}'`,
  );
  return import(
    `data:text/javascript,${encodeURIComponent(packages.replace(/^(?=const \{ \w+_)/m, environment))}`
  );
}

test.each([
  [{ success: true, type: 'sent' }, []],
  [{ success: false, type: 'send_failed', error: 'SES' }, ['retry SES']],
  [{ success: false, type: 'validation_failed', error: 'No' }, ['drop No']],
])(
  'the example for Auth0 sends a mail, and tells Auth0 about the outcome %j',
  async (outcome, told) => {
    const { url, asked } = await startService(outcome);
    const { onExecuteCustomEmailProvider } = createRequire(import.meta.url)(
      new URL('auth0.cjs', folder).pathname,
    );
    const calls: string[] = [];
    const api = {
      notification: {
        retry: (reason: string) => calls.push(`retry ${reason}`),
        drop: (reason: string) => calls.push(`drop ${reason}`),
      },
    };
    const variables = { subject: 'Hello', html: '<p>1</p>', text: '1' };
    const notification = { ...variables, to: 'ada@example.com', locale: 'de', message_type: 'otp' };
    const secrets = { POSTRIDER_URL: url, POSTRIDER_KEY: 'pr_x' };

    await onExecuteCustomEmailProvider(
      { notification, secrets, user: { user_id: 'auth0|1' } },
      api,
    );

    const request = {
      templateId: 'raw',
      variables,
      _to: 'ada@example.com',
      _language: 'de',
      _reference: 'auth0|1',
    };
    expect(asked).toEqual([{ ...sent(request), key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(calls).toEqual(told);
  },
);

test('the example for Clerk sends the mail of a signed event, and refuses others', async () => {
  const { url, asked } = await startService();
  const secret = mintWebhookSecret(() => Buffer.alloc(32, 7));
  const { POST } = await loaded('clerk.mjs', {
    CLERK_SECRET: secret,
    POSTRIDER_URL: url,
    POSTRIDER_KEY: 'pr_x',
  });
  const email = {
    id: 'ema_1',
    slug: 'verification_code',
    to_email_address: 'ada@example.com',
    user_id: null,
    data: { otp_code: '1' },
  };
  const call = (data: object, signer = secret) => {
    const body = JSON.stringify({ type: 'email.created', data });
    const at = new Date();
    const headers = {
      'svix-id': 'm',
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(signer).sign('m', at, body),
    };
    return POST(new Request('http://a.example', { method: 'POST', headers, body }));
  };

  const answers = [
    await call(email),
    await call({ ...email, delivered_by_clerk: true }),
    await call(email, 'whsec_AAAA'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 401]);
  const request = {
    templateId: 'clerk-verification-code',
    variables: { otp_code: '1' },
    _to: 'ada@example.com',
  };
  expect(asked).toEqual([{ ...sent(request), key: 'ema_1' }]);
});

test('the example for Cognito decrypts the code, and throws if the mail is refused', async () => {
  const { url, asked } = await startService();
  const stub =
    'const KmsKeyringNode = class {}, CommitmentPolicy = {}, buildClient = () => ({ decrypt: async (_, code) => ({ plaintext: Buffer.from(code.toString().toUpperCase()) }) });';
  const variables = { KEY_ARN: 'arn', POSTRIDER_URL: url, POSTRIDER_KEY: 'pr_x' };
  const { handler } = await loaded('cognito.mjs', variables, stub);
  const refusing = await startService({ success: false, error: 'No' });
  const other = await loaded('cognito.mjs', { ...variables, POSTRIDER_URL: refusing.url }, stub);
  const event = {
    ...{ triggerSource: 'CustomEmailSender_SignUp', userName: 'ada' },
    request: {
      code: Buffer.from('code').toString('base64'),
      userAttributes: { email: 'ada@example.com' },
    },
  };

  await handler(event);

  const mail = { templateId: 'cognito-sign-up', variables: { code: 'CODE', name: '' } };
  expect(asked).toEqual([sent({ ...mail, _to: 'ada@example.com', _reference: 'ada' })]);
  await expect(other.handler(event)).rejects.toThrow('No');
});
