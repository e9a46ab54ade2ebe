import { Text, type TextProps } from '@mantine/core';
import { format, formatDistanceToNowStrict } from 'date-fns';
import { useSyncExternalStore } from 'react';

/** A time as people say it; the exact one when asked. */
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

/** Two clocks may differ by some seconds: nothing has happened in the future. */
function distanceOf(time: Date): string {
  if (Math.abs(Date.now() - time.getTime()) < 10_000) return 'just now';
  return formatDistanceToNowStrict(time, { addSuffix: true });
}

/** A time to the second, as in a log. */
export function exactly(at: string): string {
  return format(new Date(at), 'yyyy-MM-dd HH:mm:ss');
}

/** "3 minutes ago" is true for a minute only. */
function everyHalfMinute(tell: () => void): () => void {
  const timer = setInterval(tell, 30_000);
  return () => clearInterval(timer);
}

function halfMinutes(): number {
  return Math.floor(Date.now() / 30_000);
}
