import type { WebhookEndpoint } from '../../webhook/endpoint.ts';
import type { WebhookFailure } from '../../webhook/failure.ts';
import type { TimelineEntry } from './message-timeline.ts';

/** What the timeline says about events that a webhook has not accepted: each with its last try. */
export function failedDeliveries(
  failures: readonly WebhookFailure[],
  endpoints: readonly Pick<WebhookEndpoint, 'endpointId' | 'url' | 'state'>[],
): TimelineEntry[] {
  return failures.map((failure) => {
    const endpoint = endpoints.find(({ endpointId }) => endpointId === failure.endpointId);
    const who = endpoint ? endpoint.url : `${failure.endpointId}, which was deleted,`;
    const nextAt = endpoint?.state === 'ACTIVE' ? failure.nextAt : null;
    const next = nextAt ? `next try ${clockOf(nextAt, failure.lastAt)}` : 'no further try';
    const what = `Webhook ${who} ${answerOf(failure)} to ${failure.type}`;
    return { at: failure.lastAt, text: `${what}, ${next}` };
  });
}

function answerOf({ lastStatus, lastError }: WebhookFailure): string {
  if (lastStatus !== null) return `answered ${lastStatus}`;
  return lastError === null ? 'did not answer' : `did not answer (${lastError})`;
}

/** A time in UTC, without the day if that is the same as of `other`. */
function clockOf(at: string, other: string): string {
  const [day = '', clock = ''] = at.split('T');
  const time = `${clock.slice(0, 5)} UTC`;
  return other.startsWith(day) ? time : `${day} ${time}`;
}

/** Puts entries into a timeline by their times. An entry without a time stays with the one above it. */
export function insertByTime(
  timeline: readonly TimelineEntry[],
  entries: readonly TimelineEntry[],
): TimelineEntry[] {
  const inserted = [...timeline];
  for (const entry of entries) {
    const later = inserted.findIndex(
      ({ at }) => at !== null && entry.at !== null && Date.parse(at) > Date.parse(entry.at),
    );
    inserted.splice(later < 0 ? inserted.length : later, 0, entry);
  }
  return inserted;
}
