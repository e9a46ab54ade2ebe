import { Group, Skeleton, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type {
  Grouping,
  GroupRow,
  OverviewRange,
} from '../../../../../functions/manage/contracts/overview.ts';
import { doorWords } from '../../../../../shared/engine/doors.ts';
import { useOverviewGroups } from '../../../api/figures.ts';
import type { Pausable } from '../../../api/pause.ts';
import { actionsColumn } from '../../../parts/columns.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { shortDay } from '../../../parts/day-bars/days.ts';
import { IconMail } from '../../../parts/icons.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Quiet } from '../../../parts/looks.tsx';
import { Name } from '../../../parts/name.tsx';
import { LatePauseDialog, pauseItem } from '../../../parts/pause.tsx';
import { PausedBadge } from '../../../parts/paused-badge.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { Segments } from '../../../parts/segments.tsx';
import {
  changeOf,
  changeWords,
  type Measure,
  messagesPath,
  percentWords,
  rateOf,
} from './measures.ts';
import { risingFrom } from './rising.ts';

interface BreakdownProps {
  measure: Measure;
  range: OverviewRange;
  dates: readonly string[];
  countedAt: number;
}

const labels: Record<Grouping, string> = {
  template: 'Template',
  domain: 'Domain',
  key: 'Key',
  door: 'Door',
};

/** Which templates, domains and keys the messages of the chosen tile are of. */
export function Breakdown({ measure, range, dates, countedAt }: BreakdownProps) {
  const [by, setBy] = useState<Grouping>('template');
  const [pausing, setPausing] = useState<Pausable | null>(null);
  const query = useOverviewGroups({ days: range, by, of: measure.id }, countedAt);
  const columns = useMemo(() => columnsOf(by, measure, dates, setPausing), [by, measure, dates]);
  return (
    <div className="breakdown" data-bad={isBad(measure)} aria-busy={query.isPlaceholderData}>
      <Group justify="space-between" px="md">
        <Text size="sm" fw={600} component="h3">
          {measure.title} by {labels[by].toLowerCase()}
        </Text>
        <Segments size="xs" label="By" value={by} onChange={setBy} of={labels} />
      </Group>
      <Loaded
        query={query}
        what="The table could not be loaded"
        wait={<Skeleton h="12rem" m="md" />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <Quiet px="md" pb="md">
              None in these days.
            </Quiet>
          ) : (
            <DataTable {...{ columns, rows, keyOf }} isLinked horizontalSpacing="md" />
          )
        }
      </Loaded>
      {pausing && <LatePauseDialog target={pausing} onClose={() => setPausing(null)} />}
    </div>
  );
}

const isBad = ({ id }: Measure) => id !== 'sent' && id !== 'delivered';

const keyOf = ({ id }: GroupRow) => id;

function columnsOf(
  by: Grouping,
  measure: Measure,
  dates: readonly string[],
  onPause: (target: Pausable) => void,
): Column<GroupRow>[] {
  const { id: of } = measure;
  const pathOf = (row: GroupRow) =>
    messagesPath(measure, { [by]: row.id, from: dates[0] ?? '', to: dates.at(-1) ?? '' });
  const name: Column<GroupRow> = {
    head: labels[by],
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <Link to={pathOf(row)} className="name-link">
          <Name>{nameOf(by, row)}</Name>
        </Link>
        <PausedBadge paused={row.paused} />
      </Group>
    ),
  };
  const count: Column<GroupRow> = {
    head: measure.title,
    width: 110,
    isNumber: true,
    cell: ({ tally }) => tally[of].toLocaleString('en'),
  };
  const rate: Column<GroupRow> = {
    head: 'Rate',
    width: 80,
    isNumber: true,
    cell: ({ tally }) => {
      const found = rateOf(of, tally);
      return found && percentWords(found.share);
    },
  };
  const change: Column<GroupRow> = {
    head: 'Change',
    width: 96,
    isNumber: true,
    cell: ({ tally, before }) =>
      before?.[of] === 0 ? 'new' : changeWords(changeOf(tally[of], before?.[of] ?? null)),
  };
  const trend: Column<GroupRow> = {
    head: 'By day',
    width: 220,
    cell: ({ days }) => {
      const from = risingFrom(days);
      return (
        <Group gap="xs" wrap="nowrap">
          <Spark days={days} from={from} />
          <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {from !== null && `up since ${shortDay(dates[from] ?? '')}`}
          </Text>
        </Group>
      );
    },
  };
  const menu = actionsColumn<GroupRow>((row) => {
    const named = nameOf(by, row);
    const target = { ...row, name: named, kind: by === 'key' ? by : 'template' } as const;
    const pause = row.isPausable ? [pauseItem(target, onPause)] : [];
    return (
      <RowMenu
        label={`More about ${named}`}
        items={[{ label: 'Messages', icon: IconMail, does: pathOf(row) }, ...pause]}
      />
    );
  });
  const rates = of === 'sent' || of === 'refused' ? [] : [rate];
  return [name, count, ...rates, change, trend, menu];
}

/** Test mails of the dashboard have a key of their own, and a refused recipient may be no address. */
function nameOf(by: Grouping, { id, name }: GroupRow): string {
  if (by === 'door') return doorWords(id);
  if (by === 'key' && id === 'dashboard') return 'Test mails of the dashboard';
  return name || id || 'No address';
}

/** A bar for each day, the highest as high as the line. Words beside it say the same. */
function Spark({ days, from }: { days: readonly number[]; from: number | null }) {
  const most = Math.max(1, ...days);
  const width = 100 / days.length;
  return (
    <svg className="spark" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      {days.map((count, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day.
          key={at}
          x={at * width}
          y={20 - (count / most) * 20}
          width={width * 0.8}
          height={(count / most) * 20}
          data-rising={(from !== null && at >= from) || undefined}
        />
      ))}
    </svg>
  );
}
