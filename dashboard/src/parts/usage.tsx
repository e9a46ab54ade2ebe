import { Paper, Text, VisuallyHidden } from '@mantine/core';
import { format, parseISO } from 'date-fns';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import { type Bar, usageBars } from './usage-bars.ts';

const day = (date: string) => format(parseISO(date), 'd MMM');
const count = (requests: number) =>
  `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;

/** Requests per day: a summary, and bars that screen readers read as a list. */
export function Usage({ usage }: Pick<Account, 'usage'>) {
  if (usage === null) {
    return (
      <Text size="sm" c="dimmed">
        The usage is not available, because API Gateway does not answer. Try again later.
      </Text>
    );
  }
  const { bars, total, most } = usageBars(usage);
  return (
    <Paper withBorder p="md">
      <Text size="sm" mb="md">
        {count(total)} in {usage.length} days
        {most && `, the most on ${day(most.date)} with ${most.requests.toLocaleString('en')}`}.
      </Text>
      <ol className="usage bare-list">
        {bars.map((bar) => (
          <DayBar key={bar.date} bar={bar} />
        ))}
      </ol>
      <div className="usage-ends" aria-hidden>
        <span>{bars[0] && day(bars[0].date)}</span>
        <span>{bars.length > 1 && 'today'}</span>
      </div>
    </Paper>
  );
}

function DayBar({ bar: { date, requests, height } }: { bar: Bar }) {
  const words = `${day(date)}: ${count(requests)}`;
  return (
    <li title={words}>
      <VisuallyHidden>{words}</VisuallyHidden>
      <div className="usage-bar" style={{ height: `${height * 100}%` }} />
    </li>
  );
}
