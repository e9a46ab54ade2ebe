import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Stops } from '../../../local/stops.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import { webhookEndpoint } from '../../../test/shared/webhook/endpoints.ts';
import { reportLine } from '../functions/call.ts';
import { sum } from '../judge.ts';
import type { SoakPart } from '../part.ts';
import { readKept, readReported } from '../records.ts';
import { judgeReports } from '../reports/judge-reports.ts';
import { startReporting } from '../reports/reporting.ts';
import { accountId, startWorld } from '../soak-world.ts';
import { WakeUps } from '../wake-ups.ts';
import { judgeWebhooks } from '../webhooks/judge-webhooks.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { endsOf, newScheduledSends, scheduleAndCancel } from './scheduled.ts';

const queued = z.object({ endpointId: z.string(), eventId: z.optional(z.string()) });

/**
 * Schedules, cancels and sends mails as the scheduled part does. SES reports on the mails, and `due`, `cancel` and the
 * function of the reports announce the events of each recipient to `webhooks`, which delivers to a receiver that fails.
 */
export const runWebhooks: SoakPart = async (options, stops: Stops) => {
  const { seed, environments } = options;
  const sends = newScheduledSends(options);
  const { untilEnded, end } = endsOf(sends);
  const world = await startWorld(
    {
      ...{ ...options, sends, untilEnded },
      onAccepted: (mail) => reporting.accept(mail),
      onEvent: (wakeUp) => {
        const { endpointId, eventId = endpointId } = queued.parse(wakeUp.body);
        events.add(eventId, wakeUp);
      },
    },
    stops,
  );
  const half = Math.ceil(environments / 2);
  const secret = mintWebhookSecret(randomBytes);
  const { meetings, begin } = world;
  const { messages } = world.ports;
  const receiver = await startReceiver({ meetings, secret, call: begin('webhooks', half) }, stops);
  const { url } = receiver;
  const secrets = [{ secret, until: null }];
  await putEndpoint(messages, webhookEndpoint({ accountId, url, secrets }), alone);
  const handOver = reportLine(begin('events', half));
  const reporting = startReporting({ seed, accounts: [accountId], handOver });
  const events = new WakeUps({ seed, deliver: receiver.deliver });
  const { met } = await scheduleAndCancel(world, sends, end, options);
  await world.settled();
  await reporting.quiet();
  const quiet = async () => {
    for (const all of [world, events, receiver, world, events]) await all.quiet();
  };
  await quiet();
  await reporting.replay();
  await quiet();
  await events.replayAll(quiet);
  const scheduled = await world.result();
  const reports = judgeReports(reporting.made, await readKept(messages, world.accepted));
  const records = await Promise.all(
    (await world.records()).map((each) => readReported(messages, accountId, each.messageId)),
  );
  const recorded = records.filter((each) => each !== null);
  const webhooks = judgeWebhooks(recorded, receiver.received);
  const { received, repeats } = webhooks.events;
  const judged = [scheduled, reports, webhooks, { violations: receiver.violations() }];
  return {
    ...scheduled,
    violations: sum(...judged.map(({ violations }) => violations)),
    cases: [...webhooks.cases, ...reports.cases, ...scheduled.cases],
    met: [
      ...scheduled.met,
      met,
      `${received} events, ${repeats} repeats, ${events.deliveries} deliveries`,
      `${events.died} dead letters of events, ${events.dead} left`,
    ],
  };
};
