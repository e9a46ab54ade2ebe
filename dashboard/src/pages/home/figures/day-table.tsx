import type { Overview } from '../../../../../functions/manage/contracts/overview.ts';
import { type Column, NumberTable } from '../../../parts/data-table.tsx';
import { weekDay } from '../../../parts/day-bars/days.ts';
import { PageLink } from '../../../parts/page-link.tsx';
import { dayPath, measures, numberOf, sumOf } from './measures.ts';

type Day = Omit<Overview['days'][number], 'date'> & { date: string | null };

const columns: Column<Day>[] = [
  {
    head: 'Day (UTC)',
    cell: ({ date }) =>
      date === null || measures[0] === undefined ? (
        'All days'
      ) : (
        <PageLink to={dayPath(measures[0], date)}>{weekDay(date)}</PageLink>
      ),
  },
  ...measures.map((measure) => ({
    head: measure.title,
    cell: ({ counts }: Day) =>
      counts ? numberOf(measure, counts).toLocaleString('en') : 'not counted',
  })),
];

/** The same numbers as the bars, all measures side by side, the newest day first, and their sums. */
export function DayTable({ days }: { days: Overview['days'] }) {
  const sum: Day = { date: null, counts: sumOf(days) };
  return (
    <NumberTable
      label="Numbers by day"
      height="17.25rem"
      columns={columns}
      rows={[...days.toReversed(), sum]}
      keyOf={({ date }) => `${date}`}
      isSum={(row) => row === sum}
    />
  );
}
