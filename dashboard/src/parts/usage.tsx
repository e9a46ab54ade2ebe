import { Paper, Text } from '@mantine/core';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import { DayBars } from './day-bars/day-bars.tsx';
import { weekDay } from './day-bars/days.ts';

const words = (requests: number) =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;

/** Requests per day, as bars that screen readers read as a list. */
export function Usage({ usage }: Pick<Account, 'usage'>) {
  if (usage === null) {
    return (
      <Text size="sm" c="dimmed">
        The usage is not available, because API Gateway does not answer. Try again later.
      </Text>
    );
  }
  const total = usage.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <Paper withBorder p="md">
      <DayBars
        label="Requests by day"
        size="small"
        days={usage.map(({ date, requests }) => ({
          date,
          segments: [{ key: 'requests', count: requests, color: 'var(--meter)' }],
          words: `${weekDay(date)}: ${words(requests)}`,
        }))}
        readout={(index) => {
          const day = index === null ? undefined : usage[index];
          return (
            <>
              <strong>{day ? weekDay(day.date) : `${usage.length} days`}</strong>
              <span>{words(day ? day.requests : total)}</span>
            </>
          );
        }}
      />
    </Paper>
  );
}
