import { broken, ok, run, say } from '../../shared/manage/doctor/check.ts';
import { cli, type Where } from '../../shared/manage/doctor/where.ts';
import type { Webhook } from '../../shared/manage/webhooks/webhooks.ts';
import { listed, maxShown } from './listed.ts';
import type { DoctorCheck } from './ports.ts';
import { overdueMinutes } from './read-tables.ts';

const hourMs = 60 * 60 * 1000;

/** Shorter failures are not reported: most of them are a deployment or a restart of the receiver. */
const reportedMs = 3 * hourMs;

export const webhookFailing: DoctorCheck<'where' | 'webhooks' | 'now'> = {
  code: 'webhook-failing',
  why: 'Its receiver does not learn what happened to mails; after three days the webhook is paused',
  async find({ where, webhooks, now }) {
    const [place, all] = await Promise.all([where(), webhooks()]);
    const nowMs = now().getTime();
    const failedMs = ({ state, failingSince }: Webhook) =>
      state === 'active' && failingSince !== null ? nowMs - Date.parse(failingSince) : 0;
    const failing = all
      .filter((webhook) => failedMs(webhook) >= reportedMs)
      .sort((one, other) => failedMs(other) - failedMs(one));
    if (all.length === 0) return ok('There is no webhook');
    if (failing.length === 0) return ok('No webhook has failed for 3 hours');
    const sentences = failing.map((webhook) => {
      const hours = Math.floor(failedMs(webhook) / hourMs);
      const error = webhook.lastError === null ? '' : `: ${webhook.lastError}`;
      return `${named(webhook)} has failed for ${hours} hours${error}`;
    });
    return broken(
      listed(sentences),
      say(
        "Correct the receiver; an answer of 400 or 401 often means that it has another secret than the webhook's, and webhook rotate makes a new one",
      ),
      ...commands('show', failing, place),
      ...commands('test', failing, place),
    );
  },
};

const reasons = {
  gone: 'because it answered 410',
  failing: 'because every try failed for three days',
};

export const webhookPaused: DoctorCheck<'where' | 'webhooks'> = {
  code: 'webhook-paused',
  why: 'Its receiver gets no events any more',
  async find({ where, webhooks }) {
    const [place, all] = await Promise.all([where(), webhooks()]);
    const paused = all.filter(({ state }) => state === 'paused');
    const byItself = paused.filter(({ pausedBecause }) => pausedBecause !== 'asked');
    if (all.length === 0) return ok('There is no webhook');
    if (byItself.length === 0) {
      const byHand = paused.length > 0 ? `; paused by hand: ${paused.length}` : '';
      return ok(`Active: ${all.length - paused.length}${byHand}`);
    }
    const sentences = byItself.map((webhook) => {
      const because = webhook.pausedBecause === 'gone' ? reasons.gone : reasons.failing;
      return `${named(webhook)} was paused ${because}`;
    });
    return broken(
      listed(sentences),
      say(
        'Correct the receiver, then resume the webhook and send what it missed with webhook resend --since; or delete it',
      ),
      ...commands('resume', byItself, place),
    );
  },
};

const named = ({ id, accountId }: Webhook) => `The webhook ${id} of ${accountId}`;

function commands(name: string, webhooks: readonly Webhook[], place: Where) {
  return webhooks
    .slice(0, maxShown)
    .map(({ id, accountId }) => run(cli(`webhook ${name} ${id} --account ${accountId}`, place)));
}

export const scheduledOverdue: DoctorCheck<'where' | 'overdue'> = {
  code: 'scheduled-overdue',
  why: 'If the wake-up of a scheduled mail is lost, nothing sends the mail',
  async find({ where, overdue }) {
    const [place, found] = await Promise.all([where(), overdue()]);
    if (found.length === 0) {
      return ok(`No scheduled message is more than ${overdueMinutes} minutes overdue`);
    }
    return broken(
      found
        .map(
          ({ accountId, count, since }) =>
            `${count} scheduled message${count === 1 ? '' : 's'} of ${accountId} ${count === 1 ? 'is' : 'are'} overdue since ${since}`,
        )
        .join('; '),
      say('Wake the messages up again; each is sent once. After a restore of the table Messages,'),
      say('first cancel what was sent after the time of the backup'),
      // If one wake-up was lost, the wake-ups of messages that are due later may be lost too.
      ...found.map(({ accountId }) =>
        run(cli(`message requeue --account ${accountId} --all`, place)),
      ),
    );
  },
};
