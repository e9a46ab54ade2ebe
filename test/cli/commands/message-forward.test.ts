import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { Webhook } from 'standardwebhooks';
import { toMessageItem } from '../../../shared/adapters/tables/message-item.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { recordCancelled } from '../../../shared/adapters/tables/scheduled-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { describe, expect, onTestFinished, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { messageRecord, recipient, report } from '../../shared/manage/message-records.ts';
import { startReceiver } from '../../webhook-receiver.ts';
import { startCommandLine } from '../command-line.ts';

const cli = await startCommandLine();
const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });

const ada = 'ada@example.com';
const bob = 'bob@example.com';

/** Starts `message tail --forward`. It watches from the moment that it has printed the secret. */
async function startTail(url: string) {
  const tail = cli.start(['message', 'tail', '--forward', url, '--json']);
  onTestFinished(() => {
    tail.kill('SIGKILL');
  });
  const lines: Record<string, unknown>[] = [];
  createInterface(tail.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  await until(() => expect(lines).toHaveLength(1));
  const deliveries = () => lines.filter(({ webhookId }) => webhookId !== undefined);
  return { tail, deliveries, started: lines[0], secret: String(lines[0]?.secret) };
}

/** Writes a message that SES has accepted, and returns a function that records a report on it. */
async function send(...to: string[]) {
  const messageId = newMessageId(Date.now());
  const record = messageRecord({
    ...{ accountId, messageId, recipients: to.map((address) => recipient(address)) },
    expiresAt: Date.parse('2999-01-01T00:00:00Z') / 1000,
  });
  const { client, name: TableName } = cli.ports.messages;
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
  return (state: 'DELIVERED' | 'BOUNCED' | 'COMPLAINED', address: string) =>
    recordEvent(cli.ports.messages, accountId, messageId, {
      ...report({ eventId: `${state}-${address}`, state, addresses: [address] }),
      sesMessageId: '0100-ses-1',
    });
}

/** Writes a message that waits for its time, and returns a function that cancels it. */
async function schedule() {
  const messageId = newMessageId(Date.now());
  const sendAt = '2999-01-01T00:00:00.000Z';
  const record = messageRecord({
    ...{ accountId, messageId, state: 'SCHEDULED', sendAt },
    expiresAt: Date.parse(sendAt) / 1000,
  });
  const { client, name: TableName } = cli.ports.messages;
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
  return () => recordCancelled(cli.ports.messages, record, new Date().toISOString());
}

describe('message tail --forward', () => {
  test('message tail --forward sends each event once, signed with the secret that it printed', async () => {
    const { received, url } = await startReceiver(200);
    const earlier = await send(ada);
    await earlier('DELIVERED', ada);
    const { tail, deliveries, started, secret } = await startTail(url);

    const mail = await send(ada);
    await mail('DELIVERED', ada);
    await until(() => expect(deliveries()).toHaveLength(1));
    await earlier('COMPLAINED', ada);
    await until(() => expect(deliveries()).toHaveLength(2));
    const ended = once(tail, 'close');
    tail.kill('SIGINT');

    expect(await ended).toEqual([0, null]);
    expect(started).toEqual({ forward: url, secret: expect.stringMatching(/^whsec_/) });
    const events = received.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    );
    expect(events).toMatchObject([{ type: 'message.delivered' }, { type: 'message.complained' }]);
    expect(deliveries()).toEqual(
      received.map(({ headers, body }) => ({
        ...{ webhookId: headers['webhook-id'], status: 200, error: null },
        event: JSON.parse(body),
      })),
    );
  });

  test('message tail --forward sends how a scheduled message ended, also one that was scheduled before it started', async () => {
    const { url } = await startReceiver(200);
    const cancelEarlier = await schedule();
    const { deliveries } = await startTail(url);

    await cancelEarlier();
    await until(() => expect(deliveries()).toHaveLength(1));
    const cancel = await schedule();
    await cancel();
    await until(() => expect(deliveries()).toHaveLength(2));

    const event = { type: 'message.cancelled', data: { to: ada, state: 'CANCELLED' } };
    expect(deliveries()).toMatchObject([{ event }, { event }]);
  });

  test('message tail --forward sends the report on each of several recipients, also one that leaves the state of the message', async () => {
    const { url } = await startReceiver(200);
    const { deliveries } = await startTail(url);

    const mail = await send(ada, bob);
    const reports = [
      ['COMPLAINED', ada],
      ['DELIVERED', bob],
      ['COMPLAINED', bob],
    ] as const;
    for (const [index, [state, address]] of reports.entries()) {
      await mail(state, address);
      await until(() => expect(deliveries()).toHaveLength(index + 1));
    }

    expect(deliveries()).toMatchObject([
      { event: { type: 'message.complained', data: { to: ada } } },
      { event: { type: 'message.delivered', data: { to: bob } } },
      { event: { type: 'message.complained', data: { to: bob } } },
    ]);
  });

  test('message tail --forward says that a receiver refused, follows no redirect, and goes on', async () => {
    const { received, url } = await startReceiver(500, 302, 204);
    const { deliveries } = await startTail(url);

    for (const count of [1, 2, 3]) {
      const mail = await send(ada);
      await mail('DELIVERED', ada);
      await until(() => expect(deliveries()).toHaveLength(count));
    }

    expect(received).toHaveLength(3);
    expect(deliveries()).toMatchObject([
      { status: 500, error: 'the receiver answered 500' },
      { status: 302, error: 'the receiver answered 302' },
      { status: 204, error: null },
    ]);
  });

  test('message tail --forward says that nothing listens, and goes on', async () => {
    const { url, stop } = await startReceiver(200);
    await stop();
    const { deliveries } = await startTail(url);

    for (const count of [1, 2]) {
      const mail = await send(ada);
      await mail('DELIVERED', ada);
      await until(() => expect(deliveries()).toHaveLength(count));
    }

    expect(deliveries()).toMatchObject([
      { status: null, error: expect.stringContaining('ECONNREFUSED') },
      { status: null, error: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  test('message tail --forward prints a line for its secret, for each change and for each delivery', async () => {
    const { url } = await startReceiver(410);
    const tail = cli.start(['message', 'tail', '--forward', url]);
    const lines: string[] = [];
    createInterface(tail.stdout).on('line', (line) => lines.push(line));
    await until(() => expect(lines).toHaveLength(1));

    const mail = await send(ada);
    await mail('BOUNCED', ada);
    await until(() => expect(lines.at(-1)).toMatch(/^ {2}message/));

    expect(lines[0]).toMatch(/^Sending events to http\S+, signed with the secret whsec_\S{44}$/);
    expect(lines.at(-1)).toMatch(
      /^ {2}message\.bounced {2}ada@example\.com {2}evt_\w{22} {2}not accepted: the receiver answered 410$/,
    );
  });

  test('message tail --forward refuses a public address', async () => {
    const ended = await cli.run(['message', 'tail', '--forward', 'http://203.0.113.9/hooks']);

    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(
        '--forward must name this machine or one in its private network',
      ),
    });
  });
});
