import { addSuppression } from '../../../shared/manage/suppression.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import {
  type Asking,
  accountId,
  anyTime,
  ask,
  dashboard,
  invalid,
  ok,
  problem,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();
beforeEach(async () => {
  await ask('POST', '/templates', { body: { id: 'welcome', ...content, flow } });
  dashboard.ses.calls.length = 0;
});

const content = { name: 'Welcome', subject: 'Hi {{name}}', html: '<p>Dear {{name}}, {{from}}</p>' };
const flow = {
  nodes: [
    { id: 'in', type: 'variables', variables: [{ name: 'from', default: 'Zoe' }] },
    { id: 'mail', type: 'template' },
    { id: 'never', type: 'verification', kind: 'required_fields', fields: ['never'] },
    {
      id: 'send',
      type: 'provider',
      provider: 'ses',
      from: 'Zoe <zoe@example.com>',
      replyTo: 'help@example.com',
    },
  ],
  edges: [
    { from: 'in', to: 'never' },
    { from: 'never', to: 'mail' },
    { from: 'mail', to: 'send' },
  ],
};
const leaving = (unsubscribe: string) => ({
  ...flow,
  nodes: flow.nodes.map((node) => (node.id === 'send' ? { ...node, unsubscribe } : node)),
});
const to = 'ada@example.net';
const body = { to, data: { name: 'Ada' } };
const send = (key: string | null, change: object = {}, more: Asking = {}) =>
  ask('POST', '/templates/welcome/test-send', {
    ...(key !== null && { headers: { 'Idempotency-Key': key } }),
    body: { ...body, ...change },
    ...more,
  });
const sent = ok({ messageId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) });
const idOf = ({ body }: { body: unknown }) => (body as { messageId: string }).messageId;

describe('a test mail', () => {
  test("a test mail of what is served takes partials in the template's own language, which its record names", async () => {
    const footer = { ...{ id: 'footer', kind: 'partial', name: 'footer', subject: '' } };
    const languages = { pt: { subject: '', html: 'tchau' } };
    await ask('POST', '/templates', {
      body: { ...footer, html: 'bye', language: 'en', languages },
    });
    const change = { ...content, html: '{{> footer}}', flow, language: 'pt' };
    const headers = { 'If-Match': '"1"' };
    await ask('PUT', '/templates/welcome', { headers, body: change });

    const answer = await send('k');
    const message = await ask('GET', `/messages/${idOf(answer)}`);

    expect(dashboard.ses.calls).toMatchObject([
      { Content: { Simple: { Body: { Html: { Data: 'tchau' } } } } },
    ]);
    expect(message.body).toMatchObject({ language: 'pt' });
  });

  test("a test mail is sent as the flow would send it, without its checks, and recorded as the dashboard's", async () => {
    const answer = await send('k');
    const messages = await ask('GET', '/messages');

    expect(answer).toEqual(sent);
    const simple = {
      Subject: { Data: 'Hi Ada', Charset: 'UTF-8' },
      Body: {
        Html: { Data: '<p>Dear Ada, Zoe</p>', Charset: 'UTF-8' },
        Text: { Data: 'Dear Ada, Zoe', Charset: 'UTF-8' },
      },
    };
    expect(dashboard.ses.calls).toEqual([
      {
        FromEmailAddress: 'Zoe <zoe@example.com>',
        Destination: { ToAddresses: [to], CcAddresses: [], BccAddresses: [] },
        ReplyToAddresses: ['help@example.com'],
        ConfigurationSetName: 'set',
        EmailTags: [
          { Name: 'postrider-account', Value: accountId },
          { Name: 'postrider-message', Value: idOf(answer) },
        ],
        Content: { Simple: simple },
      },
    ]);
    const summary = {
      templateId: 'welcome',
      revision: 1,
      to: [to],
      subject: 'Hi Ada',
      state: 'SENT',
    };
    const item = {
      ...{ id: idOf(answer), ...summary },
      ...{ error: null, keyId: null, createdAt: anyTime, sendAt: null, language: null },
    };
    expect(messages).toEqual(ok({ items: [item], nextCursor: null, looked: 1, back: null }));
  });

  test('a test mail has both headers for the address to unsubscribe of its flow', async () => {
    await send('k', {
      draft: { ...content, flow: leaving('https://acme.example/{{name}}/{{id|}}') },
    });

    expect(dashboard.ses.calls).toMatchObject([
      {
        Content: {
          Simple: {
            Headers: [
              { Name: 'List-Unsubscribe', Value: '<https://acme.example/Ada/>' },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          },
        },
      },
    ]);
  });

  test.each([
    [
      'a variable that the address to unsubscribe misses',
      { data: { name: 'Ada' } },
      { code: 'missing-variable', pointer: '/data/id' },
    ],
    [
      'an address to unsubscribe that the data makes wrong',
      { data: { name: 'Ada', id: 'a b' } },
      { code: 'bad-unsubscribe', pointer: '/data' },
    ],
  ])('a test mail names %s, and is not sent', async (_, change, found) => {
    const draft = { ...content, flow: leaving('https://acme.example/{{id}}') };

    const answer = await send('k', { draft, ...change });

    expect(answer).toMatchObject({ status: 400, body: { errors: [found] } });
    expect(dashboard.ses.calls).toEqual([]);
  });

  test('a test mail is sent once for each Idempotency-Key, and its answer repeats', async () => {
    const first = await send('k');
    const second = await send('k');
    const another = await send('other');

    expect(second).toEqual(ok(first.body, { 'idempotent-replayed': 'true' }));
    expect(idOf(another)).not.toBe(idOf(first));
    expect(dashboard.ses.calls).toHaveLength(2);
  });

  test.each([
    ['address', { to: 'bob@example.net' }],
    ['data', { data: { name: 'Bob' } }],
    ['draft', { draft: { subject: 's', html: 'h' } }],
  ])('a test mail with another %s needs another Idempotency-Key', async (_, change) => {
    await send('k');

    const answer = await send('k', change);

    const title = 'This Idempotency-Key was used for another request';
    expect(answer).toEqual(problem(422, 'key_reused', title));
    expect(dashboard.ses.calls).toHaveLength(1);
  });

  test("the test mail of a draft has the draft's content and sender, or the deployment’s first sender", async () => {
    const draft = { subject: 'Draft', html: '<b>{{name}}</b>', text: 'Own {{name}}' };

    const answer = await send('k', { draft });
    const [call] = dashboard.ses.calls;

    expect(answer).toEqual(sent);
    expect(call).toMatchObject({
      FromEmailAddress: 'postrider@example.com',
      ReplyToAddresses: [],
      Content: {
        Simple: {
          Subject: { Data: 'Draft' },
          Body: { Html: { Data: '<b>Ada</b>' }, Text: { Data: 'Own Ada' } },
        },
      },
    });
  });

  test('a test mail needs a valid Idempotency-Key', async () => {
    const none = await send(null);
    const empty = await send(' ');

    expect(none).toEqual(
      invalid({ pointer: '', detail: 'The header Idempotency-Key is required' }),
    );
    const detail = 'Idempotency-Key must be 1 to 255 printable ASCII characters';
    expect(empty).toEqual(invalid({ pointer: '', detail }));
  });

  test('a test mail is refused with all its mistakes', async () => {
    const answer = await send('k', { to: 'ada', data: {} });
    const compiled = await send('k', {
      to: 'a@b.c, d@e.f',
      draft: { subject: '{{', html: 'h', flow: {} },
    });

    expect(answer).toEqual(
      invalid(
        {
          code: 'bad-address',
          pointer: '/to',
          detail: 'to is not a valid email address: it has no @',
        },
        {
          code: 'missing-variable',
          pointer: '/data/name',
          detail: 'name is required: the template has no default for it',
        },
      ),
    );
    expect(compiled).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/to', detail: expect.stringContaining('to must be one address') },
          { pointer: '/draft/subject', line: 1, column: 1 },
          { pointer: expect.stringMatching(/^\/draft\/flow/) },
          { pointer: expect.stringMatching(/^\/draft\/flow/) },
        ],
      },
    });
    expect(dashboard.ses.calls).toEqual([]);
  });

  test('a test mail to a suppressed address is refused', async () => {
    await addSuppression(dashboard.ports, accountId, { address: to });

    const answer = await send('k');

    const detail = 'to is suppressed since 1970-01-01: by hand';
    expect(answer).toEqual(invalid({ code: 'bad-address', pointer: '/to', detail }));
  });

  test('a test mail with an unprintable value or an unknown sender is refused', async () => {
    const value = await send('k', { data: { name: [] } });
    const provider = {
      id: 'send',
      type: 'provider',
      provider: 'ses',
      from: 'zoe@elsewhere.example',
    };
    const foreign = {
      nodes: [{ id: 'mail', type: 'template' }, provider],
      edges: [{ from: 'mail', to: 'send' }],
    };
    const sender = await send('k', { draft: { subject: 's', html: 'h', flow: foreign } });

    expect(value).toEqual(
      invalid({ pointer: '/data', detail: expect.stringContaining('found an array') }),
    );
    const detail =
      "The flow's sender at elsewhere.example is not a sender identity of this deployment";
    expect(sender).toEqual(invalid({ code: 'bad-sender', pointer: '', detail }));
  });

  test("a test mail that SES refuses is answered with SES's text, and its Idempotency-Key is free again", async () => {
    const message = 'Email address is not verified.';
    dashboard.ses.script.push({ status: 400, type: 'MessageRejected', message });

    const refused = await send('k');
    const again = await send('k');

    expect(refused).toEqual(
      problem(422, 'send_failed', 'The mail was not accepted', { detail: message }),
    );
    expect(again).toEqual(sent);
  });

  test('a test mail whose answer was lost is not sent again', async () => {
    dashboard.ses.script.push('reset before answering');

    const lost = await send('k');
    const again = await send('k');
    const { body: messages } = await ask('GET', '/messages');

    expect(lost).toMatchObject({
      status: 422,
      body: { code: 'send_failed', detail: expect.stringContaining('may have been sent') },
    });
    expect(again).toEqual(lost);
    expect(dashboard.ses.calls).toHaveLength(1);
    expect(messages).toMatchObject({ items: [{ state: 'UNKNOWN' }] });
  });

  test('a test mail is explained like every other message', async () => {
    const { body: answer } = await send('k');
    const { messageId } = answer as { messageId: string };

    const message = await ask('GET', `/messages/${messageId}`);

    const recipient = {
      address: to,
      field: '_to',
      state: null,
      at: null,
      reason: null,
      suppressed: false,
    };
    expect(message).toEqual(
      ok({
        id: messageId,
        templateId: 'welcome',
        revision: 1,
        to: [to],
        subject: 'Hi Ada',
        state: 'SENT',
        keyId: null,
        createdAt: anyTime,
        sendAt: null,
        reference: null,
        againOf: null,
        language: null,
        field: null,
        requestId: 'r-1',
        sesMessageId: expect.stringMatching(/^stub-/),
        error: null,
        settledAt: anyTime,
        recipients: [recipient],
        events: [
          {
            at: anyTime,
            text: 'Sent as a test mail (request r-1): template welcome, revision 1',
          },
          { at: anyTime, text: 'Recorded as SENDING, then handed to SES' },
          { at: anyTime, text: expect.stringMatching(/^SES accepted it as stub-/) },
        ],
        trace: [],
        summary: 'SES accepted it and has not reported on its delivery yet.',
        findings: [
          {
            addresses: [],
            state: 'SENT',
            meaning: expect.any(String),
            todo: expect.any(String),
            page: expect.any(String),
          },
        ],
      }),
    );
  });
});
