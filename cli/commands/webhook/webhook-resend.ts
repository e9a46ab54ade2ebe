import type { Command } from 'commander';
import { eventsOf, type Resent, resend } from '../../../shared/manage/webhooks/resend.ts';
import { listWebhooks } from '../../../shared/manage/webhooks/webhooks.ts';
import type { IdentifiedEvent } from '../../../shared/webhook/webhook-event.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { accountOption, readTime, subcommand } from '../../terminal/options.ts';
import { type Result, table } from '../../terminal/result.ts';
import { eventsSince, findEvent } from './past-events.ts';
import { postSettings } from './post-settings.ts';
import { deliveryText } from './webhook-text.ts';

interface ResendOptions {
  since?: string;
  webhook?: string;
}

/** `webhook resend`: sends events again from the records of their messages, each with the id that it had before. */
export function addResend(webhook: Command): void {
  subcommand(webhook, 'resend', {
    about:
      'send events again, with the ids that they had; exit code 1 if one of them is not accepted',
    example: 'webhook resend --since 2h',
  })
    .argument('[event]', "an event's id, or a message's id for all its events")
    .option(
      '--since <time>',
      'all events since then: a date such as 2026-05-01, or a span such as 2h',
    )
    .option('--webhook <id>', 'only to this webhook; default: to every active one')
    .option(...accountOption)
    .action((id: string | undefined, options: ResendOptions, command: Command) => {
      const since = readTime(options.since, command, new Date());
      if ((id === undefined) === (since === undefined)) {
        command.error('error: name an event, a message or --since, and only one of them');
      }
      return inAccount(command, 'Reading the events', async (session) => {
        const { accountId, deployment, progress } = session;
        const events = await chosenEvents(session, id, since);
        progress(`Sending ${events.length} events`);
        const ports = { ...session.ports, post: postSettings(deployment) };
        const sending = { events, webhookId: options.webhook };
        return resultOf(await resend(ports, accountId, sending));
      });
    });
}

async function chosenEvents(
  { ports, accountId, progress }: Session & { accountId: string },
  id: string | undefined,
  since: Date | undefined,
): Promise<IdentifiedEvent[]> {
  if (since !== undefined) {
    const isTest = (await listWebhooks(ports, accountId)).some(({ test }) => test);
    return eventsSince(ports, accountId, { since, isTest, progress });
  }
  if (id?.startsWith('evt_')) return findEvent(ports, accountId, id);
  return eventsOf(ports, accountId, id ?? '');
}

function resultOf(resent: readonly Resent[]): Result {
  const refused = resent.filter(({ error }) => error !== null);
  const rows = resent.map((each) => [
    each.eventId,
    each.type,
    each.messageId,
    each.webhookId,
    deliveryText(each),
  ]);
  return {
    json: { events: resent },
    text:
      resent.length === 0
        ? 'There are no such events.'
        : table(['EVENT', 'TYPE', 'MESSAGE', 'WEBHOOK', 'RESULT'], rows),
    exitCode: refused.length > 0 ? 1 : 0,
  };
}
