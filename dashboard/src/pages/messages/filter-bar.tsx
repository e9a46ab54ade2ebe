import { Box, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { errorAt } from '../../api/problem.ts';
import { useIdsFrom } from '../../api/templates.ts';
import { exactText } from '../../parts/exact-text.ts';
import { stateWords } from '../../parts/message-states.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { localTime } from '../../parts/time-words.ts';
import {
  type FilterProps,
  type Filters,
  instantOf,
  isNarrowed,
  noFilters,
  spans,
  viewNames,
  viewOf,
  views,
  writeFilters,
} from './filters.ts';

export function FilterBar({ filters, onChange, error }: FilterProps) {
  const keys = useApiKeys().data?.items ?? [];
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <Box flex="1 1 20rem">
          <SearchBox
            key={filters.search}
            text={filters.search}
            label="Search messages"
            placeholder="Id, address, subject, reference or template"
            onSearch={(search) => onChange({ search })}
            error={errorAt(error, '/query/search')}
          />
        </Box>
        <NativeSelect
          aria-label="State"
          flex="1 1 10rem"
          value={filters.state}
          onChange={({ currentTarget: { value } }) =>
            onChange({ state: messageStates.find((each) => each === value) ?? '' })
          }
          data={[
            { value: '', label: 'Any state' },
            ...messageStates.map((state) => ({ value: state, label: stateWords[state] })),
          ]}
        />
        <TemplateFilter
          key={`of ${filters.template}`}
          id={filters.template}
          onChange={(template) => onChange({ template })}
        />
        <NativeSelect
          aria-label="Key"
          flex="1 1 10rem"
          value={filters.key}
          onChange={({ currentTarget: { value } }) => onChange({ key: value })}
          data={keyOptions(filters.key, keys)}
        />
        <TimeFilter filters={filters} onChange={onChange} error={error} />
      </Group>
      {isNarrowed(filters) && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange({ ...noFilters, ...views[viewOf(filters)] })}
        >
          Clear filters
        </Button>
      )}
    </Stack>
  );
}

function keyOptions(chosen: string, keys: readonly { keyId: string; name: string }[]) {
  const options = [
    { value: '', label: 'Any key' },
    // The key id of the test mails that the dashboard sends.
    { value: 'dashboard', label: 'Dashboard' },
    ...keys.map(({ keyId, name }) => ({ value: keyId, label: name })),
  ];
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];
}

export function Views({ filters }: { filters: Filters }) {
  const shown = viewOf(filters);
  return (
    <nav aria-label="Lists of messages" className="link-tabs">
      {viewNames.map((name) => (
        <Link
          key={name}
          to={{ search: String(writeFilters({ ...filters, ...views[name] })) }}
          aria-current={name === shown ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The browser completes the id. It takes effect after Enter, or when the field loses the focus. */
function TemplateFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState(id);
  const list = useId();
  const ids = useIdsFrom(typed.trim()).data ?? [];
  const finish = () => typed.trim() !== id && onChange(typed.trim());
  return (
    <form
      style={{ flex: '1 1 10rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextInput
        aria-label="Template"
        placeholder="Any template"
        list={list}
        {...exactText}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={finish}
      />
      <datalist id={list}>
        {ids.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}

function TimeFilter({ filters, onChange, error }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const since = Object.hasOwn(spans, filters.from) ? '' : filters.from;
  const isCustom = isOpen || since + filters.to !== '';
  return (
    <>
      <NativeSelect
        flex="1 1 10rem"
        aria-label={filters.state === 'SCHEDULED' ? 'Requested' : 'Time'}
        value={isCustom ? 'custom' : filters.from}
        onChange={({ currentTarget: { value } }) => {
          setOpen(value === 'custom');
          if (value !== 'custom') onChange({ from: value, to: '' });
        }}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
          { value: 'custom', label: 'From … to …' },
        ]}
      />
      {isCustom && (
        <Group w="100%" gap="sm" align="flex-start">
          <Moment
            label="From"
            at={since}
            onChange={(from) => onChange({ from })}
            error={errorAt(error, '/query/since')}
          />
          <Moment
            label="To"
            at={filters.to}
            onChange={(to) => onChange({ to })}
            error={errorAt(error, '/query/until')}
          />
        </Group>
      )}
    </>
  );
}

interface MomentProps {
  label: string;
  /** ISO 8601; empty if not set. */
  at: string;
  onChange: (at: string) => void;
  error: string | undefined;
}

/** A field for a time in the browser's zone. */
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
