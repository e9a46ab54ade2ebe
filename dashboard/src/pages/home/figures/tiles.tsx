import { Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { MessageCounts } from '../../../../../functions/manage/contracts/overview.ts';
import {
  changeOf,
  type Measure,
  measures,
  numberOf,
  percentWords,
  type Rate,
  rateOf,
} from './measures.ts';

interface TilesProps {
  counts: MessageCounts;
  /** Of the same number of days before; null if unknown. */
  before: MessageCounts | null;
  days: string;
  chosen: Measure['id'];
  onChoose: (id: Measure['id']) => void;
}

export function Tiles({ counts, before, days, chosen, onChoose }: TilesProps) {
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
            <Text span size="sm" c="dimmed">
              {measure.state && <Dot color={measure.parts[0]?.color ?? ''} />}
              {measure.title}
            </Text>
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
            <RateLine rate={rateOf(measure, counts)} />
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
    <Text span size="sm" c="dimmed">
      <span aria-hidden>{change === 0 ? '±0%' : `${change > 0 ? '+' : '−'}${share}`}</span>
      <VisuallyHidden>
        {change === 0
          ? `, as in ${than}`
          : `, ${share} ${change > 0 ? 'more' : 'less'} than in ${than}`}
      </VisuallyHidden>
    </Text>
  );
}

/** Beside the limit at which SES reviews an account. */
function RateLine({ rate }: { rate: Rate | null }) {
  if (rate === null) return null;
  const { share, limit } = rate;
  if (limit === null) {
    return (
      <Text span size="xs" c="dimmed">
        {percentWords(share)} of what was sent
      </Text>
    );
  }
  const isOver = share >= limit;
  return (
    <Stack component="span" gap="2xs" mt="auto" pt={6}>
      <Progress
        size={4}
        value={Math.min(1, share / limit) * 100}
        color={isOver ? 'var(--bad)' : 'var(--meter)'}
        aria-hidden
      />
      <Text span size="xs" c={isOver ? 'red' : 'dimmed'}>
        {percentWords(share)}. SES looks closer at {percentWords(limit)}.
      </Text>
    </Stack>
  );
}

export function Dot({ color }: { color: string }) {
  return <span className="dot" style={{ color }} aria-hidden />;
}
