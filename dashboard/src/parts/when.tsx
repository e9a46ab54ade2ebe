import { Text, type TextProps } from '@mantine/core';
import { format, formatDistanceToNowStrict } from 'date-fns';
import { useSyncExternalStore } from 'react';

/** How long ago a time was, or how far ahead it is; the exact time is in the tooltip. */
export function When({ at, ...text }: { at: string } & TextProps) {
  useSyncExternalStore(everyHalfMinute, halfMinutes);
  const time = new Date(at);
  return (
    <Text
      component="time"
      dateTime={at}
      title={format(time, 'PPPP, HH:mm:ss')}
      inherit={text.size === undefined}
      {...text}
    >
      {distanceOf(time)}
    </Text>
  );
}

/**
 * The server's clock and the browser's may differ by some seconds, so a time less than 10 seconds away is shown as
 * now.
 */
function distanceOf(time: Date): string {
  if (Math.abs(Date.now() - time.getTime()) < 10_000) return 'just now';
  // "In 1 month" may be 30 days or 45.
  const isFarAhead = time.getTime() - Date.now() > 86_400_000;
  return formatDistanceToNowStrict(time, { addSuffix: true, ...(isFarAhead && { unit: 'day' }) });
}

/** A time to the second, for instance `2026-05-03 14:07:09`. */
export function exactTime(at: string): string {
  return format(new Date(at), 'yyyy-MM-dd HH:mm:ss');
}

/** A time to the minute for a row of a list, for instance `3 May 2026, 14:07`. */
export function shortMoment(at: string): string {
  return format(new Date(at), 'd MMM yyyy, HH:mm');
}

/** A time to the minute in words, for instance `Sunday, 3 May 2026, 14:07`. */
export function momentWords(at: string): string {
  return format(new Date(at), 'EEEE, d MMMM yyyy, HH:mm');
}

/** Calls `redraw` every 30 seconds, because "3 minutes ago" is right for one minute only. */
function everyHalfMinute(redraw: () => void): () => void {
  const timer = setInterval(redraw, 30_000);
  return () => clearInterval(timer);
}

function halfMinutes(): number {
  return Math.floor(Date.now() / 30_000);
}
