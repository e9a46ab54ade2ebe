import {
  Badge,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import {
  type Usage,
  type UsageBy,
  type UsageRow,
  usageTables,
} from '../../../../functions/manage/contracts/usage.ts';
import { useUsage } from '../../api/figures.ts';
import { Counting } from '../../parts/counting.tsx';
import { weekDay } from '../../parts/day-bars/days.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';

const titles: Record<UsageBy, string> = { template: 'Template', key: 'API key', day: 'Day (UTC)' };

/** What the account sent in the last 30 days and what that costs, by template, key or day. */
export function UsageCost() {
  const [by, setBy] = useState<UsageBy>('template');
  const query = useUsage(by);
  const { data, isError, error, refetch, isFetching } = query;
  const again = () => void refetch();
  return (
    <Section
      title="Mails and their cost"
      lead="The last 30 days, counted from the logs. An estimate; AWS’s bill is the truth."
      actions={
        <>
          {isFetching && <Counting />}
          <SegmentedControl
            aria-label="What each row is"
            value={by}
            onChange={(value) => setBy(value as UsageBy)}
            data={usageTables.map((value) => ({ value, label: titles[value] }))}
          />
        </>
      }
    >
      {data ? (
        <Counted found={data} title={titles[by]} by={by} again={again} />
      ) : isError ? (
        <ProblemAlert error={error} what="The mails could not be counted" retry={again} />
      ) : (
        <Skeleton className="usage-wait" />
      )}
    </Section>
  );
}

interface CountedProps {
  found: Usage;
  title: string;
  by: UsageBy;
  again: () => void;
}

function Counted({ found: { rows, goneBefore, isCut }, title, by, again }: CountedProps) {
  if (rows === null) {
    return (
      <Group gap="md">
        <Text size="sm" c="dimmed">
          CloudWatch did not count the mails in time, or refused to.
        </Text>
        <Button size="compact-sm" variant="default" onClick={again}>
          Count again
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No request was made in the last 30 days.
        </Text>
      ) : (
        <UsageTable rows={rows} title={title} by={by} />
      )}
      {goneBefore !== null && (
        <Text size="sm" c="dimmed">
          The logs from before <When at={goneBefore} span /> are gone and not counted.
        </Text>
      )}
      {isCut && (
        <Text size="sm" c="dimmed">
          There are more rows than CloudWatch returns. Those with the fewest requests are missing.
        </Text>
      )}
    </Stack>
  );
}

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

/** What was used, a row each: live requests with their sum, then those of test keys. */
export function UsageTable({ rows, title, by }: UsageTableProps) {
  const shown = by === 'day' ? rows.toReversed() : rows;
  const live = shown.filter(({ test }) => !test);
  const tests = shown.filter(({ test }) => test);
  return (
    // The focus is for keyboard users, who have to scroll it.
    <Paper
      withBorder
      component="section"
      className="usage-view"
      aria-label="Mails and their cost, as a table"
      tabIndex={0}
    >
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
          {live.map((row) => (
            <Table.Tr key={`${row.id}`}>
              <Table.Th scope="row">{nameOf(row, by)}</Table.Th>
              <Cells of={[row]} />
            </Table.Tr>
          ))}
          <Table.Tr className="usage-sum">
            <Table.Th scope="row">{tests.length > 0 ? 'All without test keys' : 'All'}</Table.Th>
            <Cells of={live} />
          </Table.Tr>
        </Table.Tbody>
        {tests.length > 0 && (
          <Table.Tbody>
            {tests.map((row) => (
              <Table.Tr key={`${row.id}`}>
                <Table.Th scope="row">
                  <Group gap="xs" wrap="nowrap">
                    {nameOf(row, by)}
                    <Badge color="yellow" flex="none">
                      Test
                    </Badge>
                  </Group>
                </Table.Th>
                <Cells of={[row]} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        )}
      </Table>
    </Paper>
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
