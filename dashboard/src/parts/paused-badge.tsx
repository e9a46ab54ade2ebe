import { Badge } from '@mantine/core';
import type { Pause } from '../../../functions/manage/contracts/common.ts';
import { shortMoment } from './time-words.ts';

const wordsOf = ({ at, by, note }: Pause) =>
  `Paused by ${by} on ${shortMoment(at)}${note === null ? '.' : `: ${note}.`}`;

/** Nothing if it is not paused. */
export function PausedBadge({ paused }: { paused: Pause | null }) {
  if (!paused) return null;
  return (
    <Badge color="yellow" flex="none" title={wordsOf(paused)}>
      Paused
    </Badge>
  );
}

export function PausedBy({ pause }: { pause: Pause }) {
  return <bdi>{wordsOf(pause)}</bdi>;
}
