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
import { actionWords, doors, kinds, pageOfTarget, spans } from './trail-words.ts';

const names = ['action', 'who', 'target', 'days'] as const;

type Choice = Partial<Record<(typeof names)[number], string>>;

const dayMs = 24 * 60 * 60 * 1000;

export function Component() {
  const [params, setParams] = useSearchParams();
  const chosen: Choice = Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
  const { days, ...others } = chosen;
  const { action = '', who, target } = others;
  const since = useMemo(
    () => days && new Date(Date.now() - (Number(days) || 1) * dayMs).toISOString(),
    [days],
  );
  const filter = { ...others, since };
  const list = useTrail(filter);
  const choose = (choice: Choice) => {
    const all = Object.entries({ ...chosen, ...choice }).filter(([, value]) => value);
    setParams(Object.fromEntries(all), { replace: true });
  };
  const isNarrowed = params.size > 0;
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
          value={action}
          onChange={({ currentTarget }) => choose({ action: currentTarget.value })}
          data={optionsOf({ [action]: actionWords(action), '': 'Every change', ...kinds })}
        />
        <NativeSelect
          aria-label="Time"
          value={days ?? ''}
          onChange={({ currentTarget }) => choose({ days: currentTarget.value })}
          data={optionsOf({ '': 'Any time', ...spans })}
        />
        {(who || target) && (
          <>
            <Text size="sm">
              Only {[who && 'one person', target && 'one target'].filter(Boolean).join(' and ')}
            </Text>
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

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const columnsOf = (choose: (choice: Choice) => void): Column<TrailEntry>[] => [
  {
    head: 'Change',
    cell: (entry) => (
      <>
        <NameLine fw={600}>{actionWords(entry.action)}</NameLine>
        <Text size="xs" c="dimmed" className="wrapped">
          {changeWords(entry)}
        </Text>
      </>
    ),
  },
  {
    head: 'Target',
    width: '26%',
    cell: ({ target }) => {
      const page = pageOfTarget(target);
      const title = `Only changes of ${target}`;
      return (
        <>
          {page ? (
            <PageLink to={page}>
              <Name>{target}</Name>
            </PageLink>
          ) : (
            <NameLine>{target}</NameLine>
          )}
          <NameFilter
            title={title}
            aria-label={`Its changes: ${title}`}
            onClick={() => choose({ target })}
          >
            Its changes
          </NameFilter>
        </>
      );
    },
  },
  {
    head: 'Who',
    width: '22%',
    cell: ({ who, door }) => {
      const name = who.name ?? who.id;
      const title = `Only changes by ${name}`;
      return (
        <>
          <NameFilter
            title={title}
            aria-label={`${name}: ${title}`}
            onClick={() => choose({ who: who.id })}
          >
            {name}
          </NameFilter>
          <Text size="xs" c="dimmed">
            {[doors[door] ?? door, who.via].filter(Boolean).join(', ')}
          </Text>
        </>
      );
    },
  },
  timeColumn('When', 128, ({ at }) => at),
];
