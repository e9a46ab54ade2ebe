import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Stops } from '../../../local/stops.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { readReports } from '../../../shared/adapters/tables/messages-table-reports.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { WebhookEndpoint } from '../../../shared/webhook/endpoint.ts';
import { mintWebhookSecret } from '../../../shared/webhook/webhook-signature.ts';
import { reportLine } from '../function/lines.ts';
import type { Report, Taken } from '../function/messages.ts';
import { readKept, readRecords } from '../records.ts';
import { judgeReports, type ReportViolations } from '../reports/judge-reports.ts';
import { startReporting } from '../reports/reporting.ts';
import { newScheduledSend, scheduleAndCancel } from '../scheduled/callers.ts';
import type { ScheduledViolations } from '../scheduled/judge-scheduled.ts';
import {
  endsOf,
  judgeWorld,
  type ScheduledRun,
  type ScheduledRunOptions,
} from '../scheduled/run.ts';
import { WakeUps } from '../scheduled/wake-ups.ts';
import { accountId, replayAll, startWorld, type World } from '../scheduled/world.ts';
import { judgeWebhooks, type WebhookJudgement, type WebhookViolations } from './judge-webhooks.ts';
import type { Handled, Handling } from './messages.ts';
import { type ReceiverViolations, startReceiver } from './receiver.ts';

export interface WebhookRun extends Omit<ScheduledRun, 'violations'> {
  violations: ScheduledViolations & ReportViolations & WebhookViolations & ReceiverViolations;
  events: WebhookJudgement['events'] & { deliveries: number; died: number; left: number };
}

const queued = z.object({ endpointId: z.string(), eventId: z.optional(z.string()) });

/**
 * Schedules, cancels and sends mails as the scheduled part does. SES reports on the mails, and `due`, `cancel` and the
 * function of the reports announce what became of them to `webhooks`, which delivers to a receiver that fails.
 */
export async function runWebhooks(
  { sends: count, ...options }: ScheduledRunOptions,
  stops: Stops,
): Promise<WebhookRun> {
  const { seed, environments } = options;
  const sends = Array.from({ length: count }, (_, number) => newScheduledSend(seed, number));
  const { untilEnded, end } = endsOf(sends);
  const world = await startWorld(
    {
      ...{ ...options, sends, untilEnded },
      onAccepted: (mail) => reporting.accept(mail),
      onEvent: (asked) => {
        const { endpointId, eventId = endpointId } = queued.parse(asked.body);
        events.add(eventId, asked);
      },
    },
    stops,
  );
  const secret = mintWebhookSecret(randomBytes);
  const receiver = await startReceiver(world.meetings, secret, stops);
  await putEndpoint(world.ports.messages, endpointAt(receiver.url, secret));
  const half = Math.ceil(environments / 2);
  const reporting = startReporting({
    seed,
    accounts: [accountId],
    handOver: reportLine(world.begin<Report, Taken>('events', half), world.meetings),
  });
  const events = new WakeUps({
    seed,
    deliver: receiver.lineBy(world.begin<Handling, Handled>('webhooks', half)),
  });
  const { cancels } = await scheduleAndCancel(world, sends, end, options);
  await world.settled();
  await reporting.quiet();
  const quiet = async () => {
    for (const all of [world, events, receiver, world, events]) await all.quiet();
  };
  await quiet();
  await reporting.replay();
  await quiet();
  await replayAll(events, quiet);
  const scheduled = await judgeWorld(world, sends, cancels);
  const reports = judgeReports(reporting.made, await readKept(world.ports, world.accepted));
  const webhooks = judgeWebhooks(await readMessages(world), receiver.received);
  return {
    ...scheduled,
    violations: {
      ...scheduled.violations,
      ...reports.violations,
      ...webhooks.violations,
      ...receiver.violations,
    },
    cases: [...webhooks.cases, ...reports.cases, ...scheduled.cases],
    events: {
      ...webhooks.events,
      ...{ deliveries: events.deliveries, died: events.died, left: events.dead },
    },
  };
}

function endpointAt(url: string, secret: string): WebhookEndpoint {
  return {
    accountId,
    endpointId: 'wh_soaksoaksoaksoak',
    url,
    types: null,
    test: false,
    secrets: [{ secret, until: null }],
    state: 'ACTIVE',
    pausedBecause: null,
    createdAt: new Date().toISOString(),
    failingSince: null,
    failures: 0,
    retryAt: null,
    wakeAt: null,
    slow: false,
    lastStatus: null,
    lastError: null,
  };
}

/** Every message of the account, with all reports on it. */
async function readMessages({ ports: { messages } }: World) {
  const records = await readRecords(messages, accountId);
  const all = await Promise.all(
    records.map(async ({ messageId }) => {
      const message = await readMessage(messages, accountId, messageId);
      return message === null ? [] : [await readReports(messages, message)];
    }),
  );
  return all.flat();
}
