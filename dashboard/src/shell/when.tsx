import { Text, type TextProps } from '@mantine/core';
import { format, formatDistanceToNowStrict } from 'date-fns';

/** A time as people say it; the exact one when asked. */
export function When({ at, ...text }: { at: string } & TextProps) {
  const time = new Date(at);
  return (
    <Text component="time" dateTime={at} title={format(time, 'PPPP, HH:mm:ss')} inherit {...text}>
      {formatDistanceToNowStrict(time, { addSuffix: true })}
    </Text>
  );
}

/** A time to the second, as in a log. */
export function exactly(at: string): string {
  return format(new Date(at), 'yyyy-MM-dd HH:mm:ss');
}
