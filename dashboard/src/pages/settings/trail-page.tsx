import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { TrailEntry } from '../../../../functions/manage/contracts/trail.ts';
import { changeWords } from '../../../../shared/engine/trail-actions.ts';
import { noteExport, readTrail, useTrail } from '../../api/trail.ts';
import { timeColumn } from '../../parts/columns.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { Name, NameFilter, NameLine, PageLink } from '../../parts/name.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { Page } from '../../shell/page.tsx';
import { actionWords, kinds, pageOfTarget, spans } from './trail-words.ts';

type Choice = Partial<Record<'action' | 'who' | 'target' | 'days', string>>;

const dayMs = 24 * 60 * 60 * 1000;

export function Component() {
  const [params, setParams] = useSearchParams();
  const of = (name: keyof Choice) => params.get(name) || undefined;
  const [action, who, target, days] = [of('action'), of('who'), of('target'), of('days')];
  const since = useMemo(
    () => days && new Date(Date.now() - (Number(days) || 1) * dayMs).toISOString(),
    [days],
  );
  const filter = { action, who, target, since };
  const list = useTrail(filter);
  const choose = (choice: Choice) => {
    const all = Object.entries({ action, who, target, days, ...choice });
    const search = all.flatMap(([name, value]) => (value ? [[name, value]] : []));
    setParams(Object.fromEntries(search), { replace: true });
  };
  const narrowed = [who && 'one person', target && 'one target'].filter(Boolean).join(' and ');
  const isNarrowed = Object.values(filter).some(Boolean);
  return (
    <Page
      title="Trail"
      lead="Who changed what: in the dashboard, by the command line, or by an agent. Sends and retries are on the message."
      actions={
        <ExportCsv
          what="change"
          name="trail"
          format="JSON lines"
          head=""
          lineOf={(entry: TrailEntry) => `${JSON.stringify(entry)}\n`}
          begin={() => (cursor, signal) => readTrail({ ...filter, cursor }, signal)}
          beforeSave={noteExport}
        />
      }
    >
      <Group gap="sm">
        <NativeSelect
          aria-label="Kind of change"
          value={action ?? ''}
          onChange={({ currentTarget }) => choose({ action: currentTarget.value })}
          data={optionsOf('Every change', {
            ...kinds,
            ...(action && !(action in kinds) && { [action]: actionWords(action) }),
          })}
        />
        <NativeSelect
          aria-label="Time"
          value={days ?? ''}
          onChange={({ currentTarget }) => choose({ days: currentTarget.value })}
          data={optionsOf('Any time', spans)}
        />
        {narrowed && (
          <>
            <Text size="sm">Only {narrowed}</Text>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={() => choose({ who: '', target: '' })}
            >
              Show all
            </Button>
          </>
        )}
      </Group>
      <Loaded query={list} what="The trail could not be loaded" wait={<RowsWait />}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <Empty title={isNarrowed ? 'No such change' : 'No changes yet'}>
                {list.hasNextPage
                  ? 'The trail is long. Search further to look through the rest of it.'
                  : 'Each change that a person or their program makes is listed here.'}
              </Empty>
            ) : (
              <DataTable rows={items} columns={columnsOf(choose)} keyOf={({ id }) => id} />
            )}
            <LoadMore list={list} label={isNarrowed ? 'Search further' : 'Load more'} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const optionsOf = (all: string, words: Readonly<Record<string, string>>) =>
  [['', all] as const, ...Object.entries(words)].map(([value, label]) => ({ value, label }));

const doors: Readonly<Record<string, string>> = {
  dashboard: 'dashboard',
  cli: 'command line',
  mcp: 'agent',
};

const columnsOf = (choose: (choice: Choice) => void): Column<TrailEntry>[] => [
  {
    head: 'Change',
    cell: (entry) => (
      <>
        <NameLine fw={600}>{actionWords(entry.action)}</NameLine>
        {changeWords(entry) && (
          <Text size="xs" c="dimmed" className="wrapped">
            {changeWords(entry)}
          </Text>
        )}
      </>
    ),
  },
  {
    head: 'Target',
    width: '26%',
    cell: ({ target }) => (
      <>
        <TargetLink target={target} />
        <Filter
          label={`Only changes of ${target}`}
          words="Its changes"
          onClick={() => choose({ target })}
        />
      </>
    ),
  },
  {
    head: 'Who',
    width: '22%',
    cell: ({ who, door }) => (
      <>
        <Filter
          label={`Only changes by ${who.name ?? who.id}`}
          words={who.name ?? who.id}
          onClick={() => choose({ who: who.id })}
        />
        <Text size="xs" c="dimmed">
          {[doors[door] ?? door, who.via].filter(Boolean).join(', ')}
        </Text>
      </>
    ),
  },
  timeColumn('When', 128, ({ at }) => at),
];

function TargetLink({ target }: { target: string }) {
  const page = pageOfTarget(target);
  return page ? (
    <PageLink to={page}>
      <Name>{target}</Name>
    </PageLink>
  ) : (
    <NameLine>{target}</NameLine>
  );
}

interface FilterProps {
  label: string;
  words: string;
  onClick: () => void;
}

const Filter = ({ label, words, onClick }: FilterProps) => (
  <NameFilter title={label} aria-label={`${words}: ${label}`} onClick={onClick}>
    {words}
  </NameFilter>
);
