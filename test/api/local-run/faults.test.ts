import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { readHead } from '../../../shared/adapters/tables/templates-table.ts';
import { writeHead } from '../../../shared/adapters/tables/templates-table-writes.ts';
import { sendForbidden } from '../../../shared/message/send-outcome.ts';
import type { Fate } from '../../fault-proxy.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import type { SesBehaviour } from '../../ses-stub.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, callRaw, refusal } from '../harness/call.ts';
import { startFaultyRun } from '../harness/faulty-run.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const { run, tables, ses, dns, breakTables } = await startFaultyRun();
const account = await openAccount('team', run.deployment);
await account.save(
  { id: 'plain', html: '<p>{{name|nobody}}</p>' },
  {
    id: 'sends',
    html: '<p>Hi</p>',
    flow: flowOf(template, provider({ from: 'Zoë <z@s.example>' })),
  },
);

beforeEach(() => breakTables(null));

const rendered = { status: 200, body: { html: '<p>nobody</p>', subject: 'Hello' } };
const internal = refusal(500, 'Internal server error');
const render = () => account.render({ template_id: 'plain' });
const send = () => account.execute({ templateId: 'sends', variables: {}, _to: 'ada@good.example' });

const sendFailed = (error: unknown) => ({
  status: 200,
  body: { success: false, type: 'send_failed', error },
});
const mayHaveBeenSent = sendFailed('The answer of SES was lost: the message may have been sent');

async function sendWhile(...behaviour: SesBehaviour[]): Promise<{ calls: number; answer: Answer }> {
  const before = ses.calls.length;
  ses.script.push(...behaviour);
  const answer = await send();
  return { calls: ses.calls.length - before, answer };
}

describe('the run', () => {
  test('a run with another SES has no inbox', () => {
    expect(run.deployment.inboxUrl).toBeNull();
    expect(run.deployment.sesEndpoint).toBe(ses.url);
    expect(run.deployment.dynamodbEndpoint).toBe(tables.endpoint);
  });
});

describe('reads of the tables', () => {
  const readsOf = async (request: () => Promise<Answer>) => {
    await request();
    tables.calls.length = 0;
    const { status } = await request();
    const reads = tables.calls.map(({ operation, body }) => [
      ...[operation, JSON.parse(body).ConsistentRead],
    ]);
    return { status, reads };
  };
  const consistentRead = ['GetItem', true];

  test.each<[string, () => Promise<Answer>, number]>([
    ['render', render, 2],
    ['execute', () => account.execute({ templateId: 'plain', variables: {} }), 2],
    ['verify', () => account.verify({ email: 'ada@a.example' }), 1],
  ])('a warm %s makes a fixed number of reads of the tables', async (_, request, count) => {
    const { status, reads } = await readsOf(request);

    expect(status).toBe(200);
    expect(reads).toEqual(Array.from({ length: count }, () => consistentRead));
  });
});

describe('the calls of a warm send', () => {
  const callsOf = async (headers: Record<string, string>) => {
    await send();
    tables.calls.length = 0;
    const before = ses.calls.length;
    const { baseUrl } = run.deployment;
    const body = { templateId: 'sends', variables: {}, _to: 'ada@good.example' };
    const { status } = await callRaw('/v1/execute', { key: account.key, body, headers, baseUrl });
    const operations = tables.calls.map(({ operation }) => operation);
    const [reads, writes] = [operations.slice(0, 3).sort(), operations.slice(3)];
    return { status, reads, writes, sends: ses.calls.length - before };
  };

  test.each([
    ['two writes', {}, ['PutItem', 'UpdateItem']],
    [
      'three with an Idempotency-Key',
      { 'idempotency-key': 'calls' },
      ['PutItem', 'PutItem', 'UpdateItem'],
    ],
  ])('a warm send makes three reads, one call of SES and %s', async (_, headers, writes) => {
    const calls = await callsOf(headers);

    const reads = ['BatchGetItem', 'GetItem', 'GetItem'];
    expect(calls).toEqual({ status: 200, reads, writes, sends: 1 });
  });
});

describe('a fault of the tables', () => {
  test.each<[string, Fate]>([
    ['Templates', 'cut'],
    ['Templates', 'lose answer'],
    ['Keys', 'cut'],
    ['Keys', 'lose answer'],
  ])('a fault of the tables is a 500 without details: %s, %s', async (of, is) => {
    const before = await render();
    breakTables({ of, is });
    const during = await render();
    breakTables(null);
    const after = await render();

    expect([before, during, after]).toEqual([rendered, internal, rendered]);
  });

  test('a fault of the tables is logged with its cause under the request id, and with nothing of the request', async () => {
    breakTables({ of: 'Templates', is: 'cut' });
    const { key } = account;
    const body = { template_id: 'plain', variables: { name: 'VALUE-OF-A-VARIABLE' } };
    const { baseUrl } = run.deployment;

    const { headers } = await callRaw('/v1/render', { key, body, baseUrl });

    const log = readFileSync(join(run.data, 'logs', 'Render.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes(String(headers['x-request-id'])));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        ...{ level: 'error', status: 500, accountId: account.accountId },
        causes: expect.arrayContaining([expect.stringMatching(/ECONNRESET|socket hang up/)]),
      }),
    ]);
    expect(log).not.toContain('VALUE-OF-A-VARIABLE');
    expect(log).not.toContain(key);
  });

  test('a head that names a missing revision is a fault', async () => {
    const { accountId, ports, save } = account;
    await save({ id: 'broken', html: '<p>' });
    const head = await readHead(ports.templates, accountId, 'broken');
    if (!head) throw new Error('The template was not saved');
    await writeHead(ports.templates, accountId, { ...head, revision: 9 }, head, alone);

    const answer = await account.render({ template_id: 'broken' });

    expect(answer).toEqual(internal);
  });
});

describe('the domains that a function caches', () => {
  const verify = async (domain: string) => {
    const { status, body } = await account.verify({ email: `ada@${domain}` });
    return {
      status,
      verification: (body as { verification?: { mxRecords: boolean } }).verification,
    };
  };

  test.each(['takes-mail.example', 'missing.example'])(
    "a function remembers a domain's answer from DNS: %s",
    async (domain) => {
      const first = await verify(domain);
      const second = await verify(domain.toUpperCase());

      expect(second).toEqual(first);
      expect(first.verification?.mxRecords).toBe(domain === 'takes-mail.example');
      expect(dns.questions.filter(({ name }) => name === domain)).toHaveLength(1);
    },
  );

  test.each(['local', 'test', 'invalid', 'onion', 'arpa', 'internal', 'localhost'])(
    'a function never asks DNS for a domain below the special-use name .%s',
    async (name) => {
      const { verification } = await verify(`mail.${name}`);

      expect(verification).toMatchObject({ domain: false, mxRecords: false });
      expect(dns.questions.filter((question) => question.name.endsWith(name))).toEqual([]);
    },
  );
});

describe('the request to SES', () => {
  test("the request to SES is a simple mail in UTF-8, with the stack's configuration set", async () => {
    await sendWhile('accept');

    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
    expect(ses.calls.at(-1)).toMatchObject({
      FromEmailAddress: `=?UTF-8?B?${Buffer.from('Zoë').toString('base64')}?= <z@s.example>`,
      Destination: { ToAddresses: ['ada@good.example'], CcAddresses: [], BccAddresses: [] },
      ReplyToAddresses: [],
      ConfigurationSetName: expect.stringMatching(/^\S+$/),
      Content: {
        Simple: { Subject: utf8('Hello'), Body: { Html: utf8('<p>Hi</p>'), Text: utf8('Hi') } },
      },
    });
  });
});

describe('the outcome send_failed', () => {
  const refused = (status: number, type: string, message: string) => ({ status, type, message });
  const throttled = refused(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');

  test('send_failed has our sentence if IAM refused, whose own names the AWS account, the role and the function', async () => {
    const message =
      'User: arn:aws:sts::111122223333:assumed-role/execute/fn is not authorized to perform: ses:SendEmail on resource: arn:aws:ses:eu-west-1:111122223333:identity/good.example';
    const { calls, answer } = await sendWhile(refused(403, 'AccessDeniedException', message));

    expect(answer).toEqual(sendFailed(sendForbidden));
    expect(calls).toBe(1);
  });

  test('if SES names an address in its refusal, the log does not have it', async () => {
    const message = 'Email address is not verified: ada@good.example';
    await sendWhile(refused(400, 'MessageRejected', message));

    const log = readFileSync(join(run.data, 'logs', 'Execute.log'), 'utf8');
    const printed = run.stdout() + run.stderr();
    expect(log).toContain('"outcome":"send_failed"');
    expect([log, printed].filter((text) => text.includes('ada@'))).toEqual([]);
  });

  test('a send that a later attempt completes is not send_failed', async () => {
    const { calls, answer } = await sendWhile(throttled, 'accept');

    expect(answer).toEqual({
      status: 200,
      body: { success: true, type: 'sent', messageId: `stub-${ses.calls.length}` },
    });
    expect(calls).toBe(2);
  });

  test.each<SesBehaviour>([
    'reset before answering',
    'truncate',
    'unreadable',
    'hang',
    refused(500, 'InternalFailure', 'secret details'),
    refused(503, 'ServiceUnavailable', 'secret details'),
  ])(
    'send_failed says that the mail may have been sent if the answer was lost, and nothing is sent again: %j',
    async (behaviour) => {
      const { calls, answer } = await sendWhile(behaviour);

      expect(answer).toEqual(mayHaveBeenSent);
      expect(calls).toBe(1);
    },
  );

  test('V16.5.2 send_failed says that nothing was sent if SES was never reached', async () => {
    await ses.stop();

    const answer = await send();

    expect(answer).toEqual(sendFailed('SES could not be reached'));
  });
});
