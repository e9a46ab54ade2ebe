import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import type { MessageCounts, Recent } from '../../../../../functions/manage/contracts/overview.ts';
import { Quiet } from '../../../parts/looks.tsx';
import {
  alarmOf,
  changeOf,
  changeWords,
  type Measure,
  measures,
  numberOf,
  percentWords,
  rateOf,
} from './measures.ts';

interface TilesProps {
  counts: MessageCounts;
  /** Of the same number of days before; null if unknown. */
  before: MessageCounts | null;
  /** Null if not counted. */
  recent: Recent | null;
  days: string;
  chosen: Measure['id'];
  onChoose: (id: Measure['id']) => void;
}

export function Tiles({ counts, before, recent, days, chosen, onChoose }: TilesProps) {
  return (
    <fieldset className="tiles">
      <VisuallyHidden component="legend">What the bars show</VisuallyHidden>
      {measures.map((measure) => {
        const number = numberOf(measure, counts);
        const change = changeOf(number, before && numberOf(measure, before));
        return (
          <label key={measure.id} className="tile">
            <input
              type="radio"
              name="measure"
              className="tile-choice"
              checked={measure.id === chosen}
              onChange={() => onChoose(measure.id)}
            />
            <Quiet span>
              {measure.state && <Dot color={measure.parts[0]?.color ?? ''} />}
              {measure.title}
            </Quiet>
            <Group
              component="span"
              gap="0 var(--mantine-spacing-xs)"
              align="baseline"
              className="number"
            >
              <Text span fz="h2" fw={650} lh={1.3}>
                {number.toLocaleString('en')}
              </Text>
              {change !== null && <Change change={change} days={days} />}
            </Group>
            <LastDay measure={measure} recent={recent} />
          </label>
        );
      })}
    </fieldset>
  );
}

// No colour, because less is neither good nor bad.
function Change({ change, days }: { change: number; days: string }) {
  const share = percentWords(Math.abs(change));
  const than = `the ${days} days before`;
  return (
    <Quiet span>
      <span aria-hidden>{changeWords(change)}</span>
      <VisuallyHidden>
        {change === 0
          ? `, as in ${than}`
          : `, ${share} ${change > 0 ? 'more' : 'less'} than in ${than}`}
      </VisuallyHidden>
    </Quiet>
  );
}

const alarmColor = { near: 'var(--warning)', over: 'var(--bad)' } as const;

/** The last line of a tile, of the same height in all: what the last 24 hours say, and how near SES's limit that is. */
function LastDay({ measure: { id }, recent }: { measure: Measure; recent: Recent | null }) {
  if (recent === null) return null;
  const { tally } = recent;
  const rate = rateOf(id, tally);
  const alarm = alarmOf(id, tally);
  const limit = rate?.limit ?? null;
  const title = limit === null ? undefined : `SES looks closer at ${percentWords(limit)}.`;
  return (
    <span className="last-day" title={title}>
      {rate && limit !== null && (
        <Progress
          size={4}
          value={Math.min(1, rate.share / limit) * 100}
          color={alarm ? alarmColor[alarm] : 'var(--meter)'}
          aria-hidden
        />
      )}
      <Text span size="xs" c={alarm ? alarmColor[alarm] : 'dimmed'} fw={alarm ? 600 : undefined}>
        {rate ? percentWords(rate.share) : tally[id].toLocaleString('en')} in the last 24 h
      </Text>
    </span>
  );
}

export function Dot({ color }: { color: string }) {
  return <span className="dot" style={{ color }} aria-hidden />;
}
