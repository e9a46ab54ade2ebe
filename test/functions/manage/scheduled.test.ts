import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { serve } from '../../serve.ts';
import { deletePendingIn, scheduleIn } from '../../shared/manage/scheduled.ts';
import { accountId, ask, dashboard, problem, startDashboardForFile } from './dashboard.ts';

/** The calls of SQS and of Scheduler, as they arrived. */
const calls: { method: string | undefined; url: string | undefined; body: string }[] = [];
const { url: endpoint } = await serve(async (request, response) => {
  const { method, url } = request;
  calls.push({ method, url, body: await text(request) });
  response.end('{}');
});
await startDashboardForFile({
  AWS_ENDPOINT_URL_SQS: endpoint,
  AWS_ENDPOINT_URL_SCHEDULER: endpoint,
  DUE_QUEUE: 'arn:aws:sqs:us-east-1:123456789012:Due',
  WEBHOOKS_QUEUE: 'arn:aws:sqs:us-east-1:123456789012:Webhooks',
  SCHEDULE_GROUP: 'Later',
  SCHEDULE_ROLE: 'arn:aws:iam::123456789012:role/Scheduler',
  DEAD_LETTER_QUEUE: 'arn:aws:sqs:us-east-1:123456789012:Dead',
});
beforeEach(() => {
  calls.length = 0;
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
const schedule = (change: Parameters<typeof scheduleIn>[2]) =>
  scheduleIn(dashboard.ports, accountId, change);
const late = (id: string, state: string, done: string) =>
  problem(409, 'late', 'The message is not scheduled any more', {
    detail: `Message ${id} is ${state}: only a SCHEDULED message can be ${done}`,
  });

interface Listed {
  items: { id: string; state: string; sendAt: string | null }[];
  nextCursor: string | null;
}

async function list(query: Record<string, string> = {}): Promise<Listed> {
  const { status, body } = await ask('GET', '/messages', {
    query: { state: 'SCHEDULED', ...query },
  });
  expect(status).toBe(200);
  return body as Listed;
}

describe('scheduled messages in the dashboard', () => {
  test('the next page begins after the page before even if its messages were sent meanwhile', async () => {
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((days) => schedule({ sendAt: inDays(days) })),
    );
    const page = await list({ limit: '2' });
    for (const id of [first, second]) await deletePendingIn(dashboard.ports, accountId, id ?? '');

    const next = await list({ limit: '2', cursor: page.nextCursor ?? '' });

    expect(next.items.map(({ id }) => id)).toEqual([third]);
  });

  test('a message is cancelled, twice too, and leaves the list and its schedule', async () => {
    const id = await schedule({ sendAt: inDays(1) });

    const answer = await ask('POST', `/messages/${id}/cancel`);

    expect(answer).toMatchObject({ status: 200, body: { id, state: 'CANCELLED' } });
    expect((await list()).items).toEqual([]);
    expect(calls).toMatchObject([
      { method: 'DELETE', url: `/schedules/due-${id}?groupName=Later` },
    ]);
    expect(await ask('POST', `/messages/${id}/cancel`)).toMatchObject({ status: 200 });
  });

  test('a message is sent now: its time is now, and the queue gets its wake-up', async () => {
    const id = await schedule({ sendAt: inDays(1) });

    const answer = await ask('POST', `/messages/${id}/send`, { body: {} });

    expect(answer).toMatchObject({ status: 200, body: { id, state: 'SCHEDULED' } });
    const { sendAt } = answer.body as { sendAt: string };
    expect(Date.parse(sendAt)).toBeLessThanOrEqual(Date.now());
    expect((await list()).items).toMatchObject([{ id, sendAt }]);
    const [wakeUp, forget] = calls;
    const { MessageBody, DelaySeconds } = JSON.parse(wakeUp?.body ?? '');
    expect(JSON.parse(MessageBody)).toEqual({ accountId, messageId: id });
    expect(DelaySeconds).toBe(0);
    expect(forget).toMatchObject({ method: 'DELETE' });
  });

  test('a message that was sent, or cancelled, can be neither cancelled nor sent, and the answer has its state', async () => {
    const sent = await schedule({ state: 'SENT' });
    const cancelled = await schedule({ state: 'CANCELLED' });
    const send = (id: string) => ask('POST', `/messages/${id}/send`, { body: {} });

    expect(await ask('POST', `/messages/${sent}/cancel`)).toEqual(late(sent, 'SENT', 'cancelled'));
    expect(await send(sent)).toEqual(late(sent, 'SENT', 'sent now'));
    expect(await send(cancelled)).toEqual(late(cancelled, 'CANCELLED', 'sent now'));
    expect(calls).toEqual([]);
  });
});

describe('a message sent now with the newest revision', () => {
  const flow = {
    nodes: [
      { id: 'in', type: 'variables', variables: [{ name: 'from', default: 'Zoe' }] },
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
    ],
    edges: [
      { from: 'in', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  };
  const push = (subject: string) =>
    ask('POST', '/templates', {
      body: { id: 'welcome', name: 'Welcome', subject, html: '<p>{{name}}</p>', flow },
    });

  test('a variable that the newest revision needs and the message has not is told, and the message waits on', async () => {
    await push('Good day {{surname}}');
    const sendAt = inDays(1);
    const id = await schedule({ sendAt, revision: 7 });

    const answer = await ask('POST', `/messages/${id}/send`, { body: { newest: true } });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringContaining('surname') }] },
    });
    expect((await list()).items).toMatchObject([{ id, sendAt }]);
    expect(calls).toEqual([]);
  });
});
