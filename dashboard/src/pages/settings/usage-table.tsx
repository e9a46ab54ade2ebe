import { Badge, Group, Table } from '@mantine/core';
import type { UsageBy, UsageRow } from '../../../../functions/manage/contracts/usage.ts';
import { weekDay } from '../../parts/day-bars/utc-day.ts';

const headings = [
  ...['Mails', 'Recipients', 'Other requests', 'Service'],
  ...['SES à la carte', 'SES Essentials'],
];

interface UsageTableProps {
  rows: readonly UsageRow[];
  /** What the rows are. */
  title: string;
  by: UsageBy;
}

/** What was used, a row each, with the sum of all below. Rows of test keys are marked. */
export function UsageTable({ rows, title, by }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it
    <section className="usage-view" aria-label="Mails and their cost, as a table" tabIndex={0}>
      <Table stickyHeader className="usage-table">
        <Table.Thead>
          <Table.Tr>
            {[title, ...headings].map((heading) => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have one name
            <Table.Tr key={index}>
              <Table.Th scope="row">
                <Group gap="xs" wrap="nowrap">
                  {nameOf(row, by)}
                  {row.test && <Badge color="yellow">Test</Badge>}
                </Group>
              </Table.Th>
              <Cells of={[row]} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">All</Table.Th>
            <Cells of={rows} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}

function nameOf({ name }: UsageRow, by: UsageBy): string {
  if (name === null) return by === 'template' ? 'No template' : 'No API key';
  return by === 'day' ? weekDay(name) : name;
}

/** The numbers of a row, or the sums of several. */
function Cells({ of }: { of: readonly UsageRow[] }) {
  const sum = (read: (row: UsageRow) => number) => of.reduce((all, row) => all + read(row), 0);
  const cells = [
    ...[sum(({ mails }) => mails), sum(({ recipients }) => recipients)].map(count),
    count(sum(({ otherRequests }) => otherRequests)),
    dollars(sum(({ service }) => service)),
    ...['à la carte', 'Essentials'].map((plan) => dollars(sum(({ ses }) => ses[plan] ?? 0))),
  ];
  return cells.map((cell, at) => <Table.Td key={headings[at]}>{cell}</Table.Td>);
}

const count = (number: number) => number.toLocaleString('en');

/** Dollars and cents; less than a cent has hundredths of a cent. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '<$0.0001';
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `$${amount.toLocaleString('en', shape)}`;
}
