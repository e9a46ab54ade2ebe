import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Usage, UsageBy, UsageRow } from '../../../../functions/manage/contracts/usage.ts';
import { useUsage } from '../../api/figures.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { weekDay } from '../../parts/day-bars/days.ts';
import { Counting, Loaded } from '../../parts/loaded.tsx';
import { Quiet, TinyButton } from '../../parts/looks.tsx';
import { Section } from '../../parts/section.tsx';
import { Segments } from '../../parts/segments.tsx';
import { When } from '../../parts/when.tsx';
import { monthCost } from './month-cost.ts';

const titles: Record<UsageBy, string> = { template: 'Template', key: 'API key', day: 'Day (UTC)' };

export function ThisMonth() {
  const query = useUsage('day');
  const rows = query.data?.rows;
  return (
    <Section
      title="This month"
      lead="An estimate from the logs, in UTC: all of AWS that postrider uses, with SES pay-as-you-go. AWS’s bill is the truth."
    >
      <Loaded query={query} what="The cost could not be counted" wait={<Skeleton h="4.9rem" />}>
        {() => (
          <Paper withBorder p="md">
            {rows ? (
              <MonthFigures rows={rows} />
            ) : (
              <Quiet>The mails are not counted yet: count them below.</Quiet>
            )}
          </Paper>
        )}
      </Loaded>
    </Section>
  );
}

function MonthFigures({ rows }: { rows: readonly UsageRow[] }) {
  const { soFar, forecast } = monthCost(rows, 'à la carte', new Date());
  const essentials = monthCost(rows, 'Essentials', new Date());
  return (
    <Group gap="xl" align="flex-end">
      <Figure words="until now" amount={soFar} />
      <Figure words="by the end of the month, as in the last 7 days" amount={forecast} />
      <Quiet>
        With SES Essentials: {dollars(essentials.soFar)} until now, {dollars(essentials.forecast)}{' '}
        by the end.
      </Quiet>
    </Group>
  );
}

const Figure = ({ words, amount }: { words: string; amount: number }) => (
  <div>
    <Text fz="h1" fw={600} lh={1.2} className="number">
      {dollars(amount)}
    </Text>
    <Quiet>{words}</Quiet>
  </div>
);

export function UsageCost() {
  // By day: the cost of the month needs these rows anyway, and each other count is one more search of the logs.
  const [by, setBy] = useState<UsageBy>('day');
  const query = useUsage(by);
  return (
    <Section
      title="Mails and their cost"
      lead="The last 30 days, counted from the logs. An estimate; AWS’s bill is the truth."
      actions={
        <>
          {query.isFetching && <Counting />}
          <Segments label="What each row is" value={by} onChange={setBy} of={titles} />
        </>
      }
    >
      <Loaded query={query} what="The mails could not be counted" wait={<Skeleton h="12rem" />}>
        {(found) => <Counted found={found} by={by} again={query.refetch} />}
      </Loaded>
    </Section>
  );
}

function Counted(props: { found: Usage; by: UsageBy; again: () => unknown }) {
  const { by, again } = props;
  const { rows, goneBefore, isCut } = props.found;
  if (rows === null) {
    return (
      <Group gap="md">
        <Quiet>CloudWatch did not count the mails in time, or refused to.</Quiet>
        <TinyButton onClick={() => void again()}>Count again</TinyButton>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      {rows.length === 0 ? (
        <Quiet>No request was made in the last 30 days.</Quiet>
      ) : (
        <UsageTable rows={rows} by={by} />
      )}
      {goneBefore !== null && (
        <Quiet>
          The logs from before <When at={goneBefore} span /> are gone and not counted.
        </Quiet>
      )}
      {isCut && (
        <Quiet>
          There are more rows than CloudWatch returns. Those with the fewest requests are missing.
        </Quiet>
      )}
    </Stack>
  );
}

interface ShownRow {
  name: string;
  isTest: boolean;
  of: readonly UsageRow[];
}

/** Live requests with their sum, then those of test keys. */
function UsageTable({ rows, by }: { rows: readonly UsageRow[]; by: UsageBy }) {
  const all = (by === 'day' ? rows.toReversed() : rows).map(
    (row): ShownRow => ({ name: nameOf(row, by), isTest: row.test, of: [row] }),
  );
  const live = all.filter(({ isTest }) => !isTest);
  const tests = all.filter(({ isTest }) => isTest);
  const sum: ShownRow = {
    name: tests.length > 0 ? 'All without test keys' : 'All',
    isTest: false,
    of: live.flatMap(({ of }) => of),
  };
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it */}
      <section aria-label="Mails and their cost, as a table" tabIndex={0} style={scrolled}>
        <DataTable
          layout="auto"
          folds={false}
          stickyHeader
          hasRowHeads
          className="number-table"
          rows={[...live, sum, ...tests]}
          keyOf={({ name, of }) => `${of.length} ${of[0]?.id} ${name}`}
          rowProps={(row) => (row === sum ? { fw: 600 } : {})}
          columns={[{ head: titles[by], cell: RowName }, ...numbers]}
        />
      </section>
    </Paper>
  );
}

const scrolled = { maxHeight: '24rem', overflow: 'auto' } as const;

function RowName({ name, isTest }: ShownRow) {
  return (
    <Group gap="xs" wrap="nowrap">
      {name}
      {isTest && (
        <Badge color="yellow" flex="none">
          Test
        </Badge>
      )}
    </Group>
  );
}

function nameOf({ name }: UsageRow, by: UsageBy): string {
  if (name === null) return by === 'template' ? 'No template' : 'No API key';
  return by === 'day' ? weekDay(name) : name;
}

const column = (
  head: string,
  read: (row: UsageRow) => number,
  words: (sum: number) => string,
): Column<ShownRow> => ({
  head,
  isNumber: true,
  cell: ({ of }) => words(of.reduce((sum, row) => sum + read(row), 0)),
});

const count = (number: number) => number.toLocaleString('en');

/** Less than a cent has hundredths of a cent. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '<$0.0001';
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `$${amount.toLocaleString('en', shape)}`;
}

const numbers = [
  column('Mails', ({ mails }) => mails, count),
  column('Recipients', ({ recipients }) => recipients, count),
  column('Other requests', ({ otherRequests }) => otherRequests, count),
  column('Service', ({ service }) => service, dollars),
  column('SES pay-as-you-go', ({ ses }) => ses['à la carte'] ?? 0, dollars),
  column('SES Essentials', ({ ses }) => ses.Essentials ?? 0, dollars),
];
