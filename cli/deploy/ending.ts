import { adviceOn } from './advice.ts';
import type { Ending } from './stack/follow.ts';

/** Why `what` failed, in one sentence, with the way on where it is known. */
export function failureSentence(what: string, ending: Ending): string {
  const { failure } = ending;
  const how = howItEnded(ending);
  if (!failure) return `${what} ${how}`;
  const { logicalId, type, reason, status } = failure;
  const why = `${logicalId} (${type}): ${(reason ?? status).replace(/[\s.]+$/, '')}`;
  const advice = adviceOn(failure);
  return `${what} ${how}, because of ${why}${advice ? `. ${advice}` : ''}`;
}

function howItEnded({ status }: Ending): string {
  if (status.includes('ROLLBACK_COMPLETE')) return 'failed and was rolled back';
  return `ended as ${status}`;
}
