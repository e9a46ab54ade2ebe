import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorAt } from '../../api/problem.ts';
import { localTime } from '../../parts/time-words.ts';
import { type FilterProps, type Filters, instantOf, spans } from './filters.ts';

const custom = 'custom';

/** The time of the messages: a usual span, or a time to begin and a time to end with. */
export function TimeFilter({ filters, onChange, error }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const isCustom = isOpen || hasTimes(filters);
  return (
    <>
      <NativeSelect
        flex="1 1 10rem"
        aria-label={filters.state === 'SCHEDULED' ? 'Requested' : 'Time'}
        value={isCustom ? custom : filters.since}
        onChange={({ currentTarget: { value } }) => {
          setOpen(value === custom);
          if (value !== custom) onChange({ since: value, until: '' });
        }}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
          { value: custom, label: 'From … to …' },
        ]}
      />
      {isCustom && (
        <Group w="100%" gap="sm" align="flex-start">
          <Moment
            label="From"
            at={Object.hasOwn(spans, filters.since) ? '' : filters.since}
            onChange={(since) => onChange({ since })}
            error={errorAt(error, '/query/since')}
          />
          <Moment
            label="To"
            at={filters.until}
            onChange={(until) => onChange({ until })}
            error={errorAt(error, '/query/until')}
          />
        </Group>
      )}
    </>
  );
}

function hasTimes({ since, until }: Filters): boolean {
  return until !== '' || (since !== '' && !Object.hasOwn(spans, since));
}

interface MomentProps {
  label: string;
  /** ISO 8601; empty if no time is set. */
  at: string;
  onChange: (at: string) => void;
  error: string | undefined;
}

/** A time in the zone of the browser. */
function Moment({ label, at, onChange, error }: MomentProps) {
  const time = new Date(at);
  const isTime = !Number.isNaN(time.getTime());
  return (
    <TextInput
      type="datetime-local"
      // A field without an end takes years of six digits.
      max="9999-12-31T23:59"
      label={label}
      defaultValue={isTime ? localTime(time).slice(0, 16) : ''}
      key={at}
      onBlur={({ currentTarget: { value } }) => {
        const chosen = value === '' ? '' : instantOf(value);
        if (chosen === null) return;
        const isSame = isTime && chosen !== '' && Math.abs(+time - +new Date(chosen)) < 60_000;
        if (chosen !== at && !isSame) onChange(chosen);
      }}
      error={error}
    />
  );
}
