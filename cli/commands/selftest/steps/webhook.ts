import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { skipped, unknown } from '../../../../shared/manage/doctor/check.ts';
import { sendTestEvent } from '../../../../shared/manage/webhooks/send-event.ts';
import { addWebhook } from '../../../../shared/manage/webhooks/webhooks.ts';
import { signedHeaders } from '../../../../shared/webhook/webhook-signature.ts';
import { postSettings } from '../../webhook/webhook-add.ts';
import { firstSender, sendAndFollow, simulator } from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';

/** The second try comes 5 seconds after the first one, or up to 20 % sooner or later (docs/webhooks.md). */
const shortestPauseMs = 4000;

export const webhook: SelftestStep = {
  code: 'webhook',
  asks: 'Whether an event of a mail comes with a right signature, and comes again after a 500; on AWS with --hook',
  async run(context) {
    const { hook, deployment, ports, waits, progress } = context.options;
    if (context.switchedOff) return context.switchedOff;
    if (hook === undefined && !context.isLocal) {
      return skipped('--hook names the public address of a tunnel to this machine');
    }
    const receiver = await startReceiver(hook?.port ?? 0);
    try {
      // Uses a separate account: the functions remember for 30 seconds that another account has no webhook.
      const account = await context.account('pro');
      const url = hook?.url ?? `http://127.0.0.1:${receiver.port}/`;
      const sending = { ...ports, post: postSettings(deployment) };
      const { id, secret } = await addWebhook(
        { ...sending, sendsEvents: deployment.sendsEvents },
        account.accountId,
        { url, types: ['message.delivered'] },
      );
      receiver.knows(secret);
      const { error } = await sendTestEvent(sending, account.accountId, id);
      if (!receiver.received.some(({ type }) => type === 'webhook.test')) {
        const port = `nothing came to port ${receiver.port} of this machine`;
        return unknown(`A test event to ${url} was sent, and ${port} (${error ?? 'accepted'})`);
      }
      const mail = { from: await firstSender(context), to: simulator('success+webhook') };
      const { problems } = await sendAndFollow(context, [{ ...mail, state: 'DELIVERED' }], 'pro');
      if (problems.length > 0) return judged(problems, '');
      progress('Waiting for the event, and for its second try');
      const events = () => receiver.received.filter(isEvent);
      await context.until(waits.reportMs, async () => (events().length < 2 ? null : true));
      const [first, second] = events();
      if (!first || !second) return judged([`${events().length} of 2 tries of the event came`], '');
      const pauseMs = second.atMs - first.atMs;
      const seconds = (pauseMs / 1000).toFixed(1);
      const wrong = events().filter(({ isSigned }) => !isSigned).length;
      return judged(
        [
          ...(wrong > 0 ? [`${wrong} of ${events().length} events had a wrong signature`] : []),
          ...(first.id === second.id ? [] : ['The second try had another webhook-id']),
          ...(pauseMs < shortestPauseMs ? [`The second try came after ${seconds} seconds`] : []),
        ],
        `An event came signed, and ${seconds} seconds after a 500 it came again`,
      );
    } finally {
      receiver.close();
    }
  },
};

interface Received {
  id: string;
  type: string;
  isSigned: boolean;
  /** Milliseconds of a clock that only moves forward. */
  atMs: number;
}

/** Receives webhooks (port 0: any). It answers the first event of a mail with 500, everything else with 204. */
async function startReceiver(port: number) {
  const received: Received[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [id = '', timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`] ?? ''),
    );
    const signed = signedHeaders({ id, body, at: new Date(Number(timestamp) * 1000) }, [secret]);
    const [, type = ''] = /"type":"([a-z.]+)"/.exec(body) ?? [];
    const isFirst = isEvent({ type }) && !received.some(isEvent);
    const isSigned = signed['webhook-signature'] === signature;
    received.push({ id, type, isSigned, atMs: performance.now() });
    response.writeHead(isFirst ? 500 : 204).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    /** Checks signatures with this secret of the webhook from now on. */
    knows: (given: string) => {
      secret = given;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether the request is an event of a mail: anything can arrive at a public address. */
const isEvent = ({ type }: Pick<Received, 'type'>) => type.startsWith('message.');
