import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listAccounts } from '../../../shared/manage/accounts.ts';
import { listKeys } from '../../../shared/manage/keys.ts';
import { listTemplates, showTemplate } from '../../../shared/manage/templates/templates.ts';
import { describe, expect, test } from '../../jest.ts';
import { operatorOf } from '../harness/account.ts';
import { call } from '../harness/call.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { exchange } from '../harness/exchange.ts';
import { mailOf } from '../harness/inbox.ts';

const { accountId, apiKey: key } = deployment;
const file = join(dataFolder, 'deployment.json');

describe('deployment.json', () => {
  test('deployment.json has all addresses of the run, and its process id', () => {
    const written = JSON.parse(readFileSync(file, 'utf8'));

    expect(written).toMatchObject({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      apiKey: expect.stringMatching(/^pr_[0-9A-Za-z]{36}$/),
      accountId: expect.stringMatching(/^acc_/),
      dashboardUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      inboxUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      dynamodbEndpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      sesEndpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(() => process.kill(written.pid, 0)).not.toThrow();
  });

  test('only the owner may read deployment.json, and no other file has the demo key', () => {
    const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));

    const withKey = files.filter((path) => readFileSync(path).includes(key));

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(withKey).toEqual([file]);
  });
});

describe('the demo account', () => {
  test('the demo account is on plan Team, with a live key and a test key', async () => {
    const ports = operatorOf();

    const accounts = await listAccounts(ports);
    const keys = await listKeys(ports, accountId);

    expect(accounts.find((account) => account.accountId === accountId)).toMatchObject({
      ...{ name: 'Demo', plan: 'team', requestsPerMinute: 1000 },
    });
    const modes = keys.map(({ status, mode }) => `${status} ${mode}`).sort();
    expect(modes).toEqual(['active live', 'active test']);
  });

  test('the demo account has the templates welcome, receipt and invite', async () => {
    const ports = operatorOf();

    const heads = await listTemplates(ports, accountId);
    const { source } = await showTemplate(ports, accountId, 'invite');

    expect(heads.map(({ templateId, flowStatus }) => [templateId, flowStatus])).toEqual([
      ['invite', 'provider'],
      ['receipt', 'callback'],
      ['welcome', 'provider'],
    ]);
    const { nodes } = source.flow as { nodes: { kind?: string }[] };
    expect(nodes.flatMap(({ kind }) => kind ?? [])).toEqual([
      ...['email_domain', 'required_fields', 'regex'],
    ]);
  });

  test('the demo account renders, sends and verifies', async () => {
    const variables = { name: 'Ada' };
    const _to = 'someone@inbox.example.com';
    const items = ['Pen', 'Ink'].map((name) => ({ name, quantity: 1, price: '4.50 €' }));

    const receipt = await call('/v1/render', {
      key,
      body: {
        template_id: 'receipt',
        variables: {
          ...variables,
          order: '7',
          items,
          total: '9',
        },
      },
    });
    const welcome = await call('/v1/execute', {
      key,
      body: { templateId: 'welcome', variables, _to },
    });
    const verified = await call('/v1/verify', { key, body: { email: _to } });

    expect(receipt).toEqual({
      status: 200,
      body: { html: expect.stringMatching(/Pen.+Ink/s), subject: 'Your receipt for order 7' },
    });
    expect(await mailOf(welcome)).toMatchObject({
      destination: { to: [_to] },
      subject: 'Welcome to Postrider, Ada',
    });
    expect(verified).toMatchObject({ status: 200, body: { verification: { valid: true } } });
  });

  test("the demo account's invitation runs all three kinds of verification", async () => {
    const variables = { inviter: 'Grace', team: 'Harbour', code: 'AB12-CD34' };
    const invite = (_to: string, change: object = {}) =>
      call('/v1/execute', {
        key,
        body: { templateId: 'invite', variables: { ...variables, ...change }, _to },
      });

    const answers = await Promise.all([
      invite('ada@missing.example'),
      invite('ada@inbox.example.com', { team: ' ' }),
      invite('ada@inbox.example.com', { code: 'x' }),
    ]);

    expect(answers.map(({ body }) => body)).toEqual([
      {
        success: false,
        type: 'validation_failed',
        field: '_to',
        error: 'The domain of _to does not exist',
      },
      {
        success: false,
        type: 'validation_failed',
        field: 'team',
        error: 'Required fields are missing or empty: team',
      },
      {
        success: false,
        type: 'validation_failed',
        field: 'code',
        error: 'code must look like AB12-CD34',
      },
    ]);
  });
});

describe('every server', () => {
  const { baseUrl, inboxUrl, dynamodbEndpoint, sesEndpoint, apiGatewayEndpoint } = deployment;

  test.each([
    ['the service', `${baseUrl}/render`],
    ['the inbox', `${inboxUrl}store`],
    ['the tables', `${dynamodbEndpoint}/`],
    ['SES', `${sesEndpoint}/v2/email/outbound-emails`],
    ["API Gateway's control plane", `${apiGatewayEndpoint}/apikeys`],
  ])('every server refuses a Host that is not its own: %s', async (_, url) => {
    const { port } = new URL(url);

    const { status, text } = await exchange(url, { headers: { host: `evil.example:${port}` } });

    expect(status).toBe(403);
    expect(JSON.parse(text)).toEqual({
      error: `Host header must be one of 127.0.0.1:${port}, localhost:${port}, [::1]:${port}`,
    });
  });
});

describe('the inbox', () => {
  test('the inbox has a page', async () => {
    const { status, headers, text } = await exchange(String(deployment.inboxUrl), {
      method: 'GET',
    });

    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('<html');
  });
});
