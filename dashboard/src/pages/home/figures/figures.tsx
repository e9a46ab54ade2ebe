import './figures.css';
import { Alert, Box, Group, Paper } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type Overview,
  type OverviewRange,
  overviewRanges,
  type Part,
  type Recent,
} from '../../../../../functions/manage/contracts/overview.ts';
import { useOverviewDays } from '../../../api/figures.ts';
import type { Pausable } from '../../../api/pause.ts';
import { DayBars } from '../../../parts/day-bars/day-bars.tsx';
import { weekDay } from '../../../parts/day-bars/days.ts';
import { IconAlertTriangle } from '../../../parts/icons.tsx';
import { Counting, Loaded } from '../../../parts/loaded.tsx';
import { SmallButton } from '../../../parts/looks.tsx';
import { Allowed } from '../../../parts/may.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { LatePauseDialog } from '../../../parts/pause.tsx';
import { PausedBadge } from '../../../parts/paused-badge.tsx';
import { Section } from '../../../parts/section.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { FiguresWait } from '../../../parts/skeletons.tsx';
import { useMedia } from '../../../parts/use-media.ts';
import { Breakdown } from './breakdown.tsx';
import {
  alarmOf,
  barsOf,
  legendOf,
  type Measure,
  measures,
  messagesPath,
  percentWords,
  rateOf,
  sumOf,
  tallyOf,
  type Words,
  wordsOf,
} from './measures.ts';
import { Dot, Tiles } from './tiles.tsx';

export function Figures() {
  const [range, setRange] = useRange();
  const query = useOverviewDays(range);
  const { data, isPlaceholderData } = query;
  return (
    <Section
      title="Messages by day"
      lead={`In UTC days, without test keys. Each message counts once, in its present state. Changes compare with the ${range} days before.`}
      actions={
        <>
          {(data?.isCounting || isPlaceholderData) && <Counting />}
          <Segments label="Days" value={range} onChange={setRange} of={ranges} />
        </>
      }
    >
      <Loaded query={query} what="The numbers could not be loaded" wait={<FiguresWait />}>
        {(found) => <Shown found={found} range={range} countedAt={query.dataUpdatedAt} />}
      </Loaded>
    </Section>
  );
}

const ranges: Record<OverviewRange, string> = { 7: '7 days', 30: '30 days', 90: '90 days' };

function useRange(): [OverviewRange, (range: string) => void] {
  const [params, setParams] = useSearchParams();
  // A finger cannot hit one day of thirty.
  const isPhone = useMedia('(max-width: 48em)');
  const usual = isPhone ? '7' : '30';
  const range = overviewRanges.find((each) => each === params.get('days')) ?? usual;
  return [range, (days) => setParams({ days }, { replace: true, preventScrollReset: true })];
}

interface ShownProps {
  found: Overview;
  range: OverviewRange;
  countedAt: number;
}

function Shown({ found: { days, before, recent }, range, countedAt }: ShownProps) {
  const [chosen, setChosen] = useState<Measure['id']>('sent');
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0];
  if (measure === undefined) return null;
  const sum = sumOf(days);
  const count = String(days.length);
  return (
    <>
      <Alarms recent={recent} />
      <Paper withBorder>
        <Tiles {...{ before, recent, chosen }} counts={sum} days={count} onChoose={setChosen} />
        <Box p="md" mih="19.75rem">
          <DayBars
            label={`${measure.title} by day`}
            days={barsOf(measure, days)}
            readout={(index) => {
              const day = index === null ? undefined : days[index];
              return (
                <Readout
                  of={day ? weekDay(day.date) : `${count} days`}
                  words={day ? wordsOf(measure, day.counts) : legendOf(measure, tallyOf(sum))}
                />
              );
            }}
          />
        </Box>
        <Breakdown {...{ measure, range, dates, countedAt }} />
      </Paper>
    </>
  );
}

function Readout({ of, words }: { of: string; words: readonly Words[] }) {
  return (
    <>
      <strong>{of}</strong>
      {words.map(({ text, color }) => (
        <span key={text}>
          {color && <Dot color={color} />}
          {text}
        </span>
      ))}
    </>
  );
}

const words = { bounced: 'bounces', complained: 'complaints' } as const;

/** A rate of the last 24 hours that is near SES's limit or over it, with its largest part. */
function Alarms({ recent }: { recent: Recent | null }) {
  if (recent === null) return null;
  return (['bounced', 'complained'] as const).map((of) => {
    const alarm = alarmOf(of, recent.tally);
    const part = recent[of];
    const { share, limit } = rateOf(of, recent.tally) ?? {};
    if (!alarm || !part || share === undefined || !limit) return null;
    return (
      <Alert
        key={of}
        color={alarm === 'over' ? 'red' : 'yellow'}
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={`${percentWords(share)} ${words[of]} in the last 24 hours. SES looks closer at ${percentWords(limit)}.`}
      >
        <LargestPart part={part} of={of} all={recent.tally[of]} since={recent.since} />
      </Alert>
    );
  });
}

interface LargestPartProps {
  part: Part;
  of: keyof typeof words;
  all: number;
  since: string;
}

function LargestPart({ part, of, all, since }: LargestPartProps) {
  const [pausing, setPausing] = useState<Pausable | null>(null);
  const { templateId: id, templateName, paused, domain, count } = part;
  const name = templateName || id;
  const measure = measures.find((each) => each.id === of) ?? {};
  const path = messagesPath(measure, { template: id, domain, from: since });
  return (
    <Group gap="xs" justify="space-between">
      <PageLink to={path} inherit underline="always">
        {count.toLocaleString('en')} of the {all.toLocaleString('en')} {words[of]}:{' '}
        <bdi>{name}</bdi> to <bdi>{domain}</bdi>
      </PageLink>
      {paused || !templateName ? (
        <PausedBadge paused={paused} />
      ) : (
        <Allowed to="operate">
          <SmallButton onClick={() => setPausing({ kind: 'template', id, name, paused })}>
            Pause {name}
          </SmallButton>
        </Allowed>
      )}
      {pausing && <LatePauseDialog target={pausing} onClose={() => setPausing(null)} />}
    </Group>
  );
}
