import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { recordEvent } from '../../../../shared/adapters/tables/messages-table-events.ts';
import { recordCancelled } from '../../../../shared/adapters/tables/scheduled-table.ts';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { expect, onTestFinished, test } from '../../../jest.ts';
import { until } from '../../../patience.ts';
import { recipient, report } from '../../../shared/manage/message-records.ts';
import { startReceiver } from '../../../webhook-receiver.ts';
import { startCommandLine } from '../../command-line.ts';
import { recordMessage } from './recorded-message.ts';

const cli = await startCommandLine();

const ada = 'ada@example.com';
const bob = 'bob@example.com';

/** Opens an account, whose changes only its own `message tail --forward` sees. */
async function openAccount() {
  const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });

  /** Starts `message tail --forward`. It watches from the moment that it has printed the secret. */
  async function tail(url: string, ...words: string[]) {
    const account = ['--account', accountId];
    const child = cli.start(['message', 'tail', '--forward', url, ...account, ...words]);
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    await until(() => expect(lines).not.toEqual([]));
    return { child, lines };
  }

  return {
    tail,
    /** The same with `--json`. Returns the output about each delivery. */
    tailInJson: async (url: string) => {
      const { child, lines } = await tail(url, '--json');
      const parsed = () => lines.map((line) => JSON.parse(line));
      const deliveries = () => parsed().filter(({ webhookId }) => webhookId !== undefined);
      const delivered = (count: number) => until(() => expect(deliveries()).toHaveLength(count));
      return { child, deliveries, delivered, started: parsed()[0] };
    },
    /** Records a message that SES has accepted, and returns a function that records a report on it. */
    send: async (...to: string[]) => {
      const messageId = newMessageId(Date.now());
      const recipients = to.map((address) => recipient(address));
      await recordMessage(cli, { accountId, messageId, recipients });
      return (state: 'DELIVERED' | 'BOUNCED' | 'COMPLAINED', address: string) =>
        recordEvent(cli.ports.messages, accountId, messageId, {
          ...report({ eventId: `${state}-${address}`, state, addresses: [address] }),
          sesMessageId: '0100-ses-1',
        });
    },
    /** Records a message that waits for its time, and returns a function that cancels it. */
    schedule: async () => {
      const waits = { state: 'SCHEDULED', sendAt: '2999-01-01T00:00:00.000Z' } as const;
      const messageId = newMessageId(Date.now());
      const record = await recordMessage(cli, { accountId, messageId, ...waits });
      return () => recordCancelled(cli.ports.messages, record, new Date().toISOString(), alone);
    },
  };
}

test.concurrent('message tail --forward sends each event once, signed with the secret that it printed', async () => {
  const { received, url } = await startReceiver(200);
  const { send, tailInJson } = await openAccount();
  const earlier = await send(ada);
  await earlier('DELIVERED', ada);
  const { child, deliveries, delivered, started } = await tailInJson(url);

  const mail = await send(ada);
  await mail('DELIVERED', ada);
  await delivered(1);
  await earlier('COMPLAINED', ada);
  await delivered(2);
  const ended = once(child, 'close');
  child.kill('SIGINT');

  expect(await ended).toEqual([0, null]);
  expect(started).toEqual({ forward: url, secret: expect.stringMatching(/^whsec_/) });
  const events = received.map(({ body, headers }) =>
    new Webhook(started.secret).verify(body, headers as Record<string, string>),
  );
  expect(events).toMatchObject([{ type: 'message.delivered' }, { type: 'message.complained' }]);
  expect(deliveries()).toEqual(
    received.map(({ headers, body }) => ({
      ...{ webhookId: headers['webhook-id'], status: 200, error: null },
      event: JSON.parse(body),
    })),
  );
});

test.concurrent('message tail --forward sends how a scheduled message ended, also one that was scheduled before it started', async () => {
  const { url } = await startReceiver(200);
  const { schedule, tailInJson } = await openAccount();
  const cancelEarlier = await schedule();
  const { deliveries, delivered } = await tailInJson(url);

  await cancelEarlier();
  await delivered(1);
  const cancel = await schedule();
  await cancel();
  await delivered(2);

  const event = { type: 'message.cancelled', data: { to: ada, state: 'CANCELLED' } };
  expect(deliveries()).toMatchObject([{ event }, { event }]);
});

test.concurrent('message tail --forward sends the report on each of several recipients, also one that leaves the state of the message', async () => {
  const { url } = await startReceiver(200);
  const { send, tailInJson } = await openAccount();
  const { deliveries, delivered } = await tailInJson(url);

  const mail = await send(ada, bob);
  await mail('COMPLAINED', ada);
  await delivered(1);
  await mail('DELIVERED', bob);
  await delivered(2);
  await mail('COMPLAINED', bob);
  await delivered(3);

  expect(deliveries()).toMatchObject([
    { event: { type: 'message.complained', data: { to: ada } } },
    { event: { type: 'message.delivered', data: { to: bob } } },
    { event: { type: 'message.complained', data: { to: bob } } },
  ]);
});

/** The output of `message tail --forward` about this many deliveries, each of a different mail. */
async function deliveriesTo(url: string, times: number) {
  const { send, tailInJson } = await openAccount();
  const { deliveries, delivered } = await tailInJson(url);
  for (let count = 1; count <= times; count++) {
    const mail = await send(ada);
    await mail('DELIVERED', ada);
    await delivered(count);
  }
  return deliveries();
}

test.concurrent('message tail --forward says that a receiver refused, follows no redirect, and goes on', async () => {
  const { received, url } = await startReceiver(500, 302, 204);

  expect(await deliveriesTo(url, 3)).toMatchObject([
    { status: 500, error: 'the receiver answered 500' },
    { status: 302, error: 'the receiver answered 302' },
    { status: 204, error: null },
  ]);
  expect(received).toHaveLength(3);
});

test.concurrent('message tail --forward says that nothing listens, and goes on', async () => {
  const { url, stop } = await startReceiver(200);
  await stop();

  const refused = { status: null, error: expect.stringContaining('ECONNREFUSED') };
  expect(await deliveriesTo(url, 2)).toMatchObject([refused, refused]);
});

test.concurrent('message tail --forward prints a line for its secret, for each change and for each delivery', async () => {
  const { url } = await startReceiver(410);
  const { send, tail } = await openAccount();
  const { lines } = await tail(url);

  const mail = await send(ada);
  await mail('BOUNCED', ada);
  await until(() => expect(lines.at(-1)).toMatch(/^ {2}message/));

  expect(lines[0]).toMatch(/^Sending events to http\S+, signed with the secret whsec_\S{44}$/);
  expect(lines.at(-1)).toMatch(
    /^ {2}message\.bounced {2}ada@example\.com {2}evt_\w{22} {2}not accepted: the receiver answered 410$/,
  );
});
