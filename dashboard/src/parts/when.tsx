import { Text, type TextProps } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { distanceWords, exactTime, timeWithZone } from './time-words.ts';

/** `3 minutes ago`, with the exact time in the tooltip. */
export function When({ at, ...text }: { at: string } & TextProps) {
  useSyncExternalStore(everyHalfMinute, halfMinutes);
  return (
    <Time at={at} {...text}>
      {distanceWords(new Date(at), new Date())}
    </Time>
  );
}

/** In the reader's zone; the tooltip names the zone and has the time in UTC. */
export function ExactTime({ at, ...text }: { at: string } & TextProps) {
  return (
    <Time at={at} {...text}>
      {exactTime(at)}
    </Time>
  );
}

function Time({ at, children, ...text }: { at: string; children: string } & TextProps) {
  return (
    <Text
      component="time"
      dateTime={at}
      title={timeWithZone(at)}
      inherit={text.size === undefined}
      {...text}
    >
      {children}
    </Text>
  );
}

function everyHalfMinute(redraw: () => void): () => void {
  const timer = setInterval(redraw, 30_000);
  return () => clearInterval(timer);
}

function halfMinutes(): number {
  return Math.floor(Date.now() / 30_000);
}
