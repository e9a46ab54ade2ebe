import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../../../functions/manage/contracts/overview.ts';
import { weekDay } from '../../../parts/day-bars/days.ts';
import { dayPath, measures, numberOf, sumOf } from './measures.ts';

/** The same numbers as the bars, all measures side by side, the newest day first. */
export function DayTable({ days }: { days: Overview['days'] }) {
  const sum = sumOf(days);
  const [sent] = measures;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it
    <section className="day-table-view" aria-label="Numbers by day" tabIndex={0}>
      <Table stickyHeader className="day-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day (UTC)</Table.Th>
            {measures.map(({ id, title }) => (
              <Table.Th key={id} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ date, counts }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row">
                <Anchor component={Link} to={sent ? dayPath(sent, date) : ''} size="sm">
                  {weekDay(date)}
                </Anchor>
              </Table.Th>
              {measures.map((measure) => (
                <Table.Td key={measure.id}>
                  {counts ? numberOf(measure, counts).toLocaleString('en') : 'not counted'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">All days</Table.Th>
            {measures.map((measure) => (
              <Table.Td key={measure.id}>{numberOf(measure, sum).toLocaleString('en')}</Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}
