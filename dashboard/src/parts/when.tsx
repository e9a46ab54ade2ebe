import { Text, type TextProps } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { distanceWords } from './distance-words.ts';
import { exactTime, timeWithZone } from './time-words.ts';

/** How long ago a time was, or how far ahead it is; the exact time is in the tooltip. */
export function When({ at, ...text }: { at: string } & TextProps) {
  useSyncExternalStore(everyHalfMinute, halfMinutes);
  return (
    <Text
      component="time"
      dateTime={at}
      title={timeWithZone(at)}
      inherit={text.size === undefined}
      {...text}
    >
      {distanceWords(new Date(at), new Date())}
    </Text>
  );
}

/** A time to the second, in the reader's zone; the tooltip names the zone and has the time in UTC. */
export function ExactTime({ at, ...text }: { at: string } & TextProps) {
  return (
    <Text
      component="time"
      dateTime={at}
      title={timeWithZone(at)}
      inherit={text.size === undefined}
      {...text}
    >
      {exactTime(at)}
    </Text>
  );
}

/** Calls `redraw` every 30 seconds, because "3 minutes ago" is right for one minute only. */
function everyHalfMinute(redraw: () => void): () => void {
  const timer = setInterval(redraw, 30_000);
  return () => clearInterval(timer);
}

function halfMinutes(): number {
  return Math.floor(Date.now() / 30_000);
}
