import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import { errorAt } from '../../api/problem.ts';
import { stateWords } from '../../parts/message-states.ts';
import { exactTime } from '../../parts/time-words.ts';
import { type Filters, isFiltered, spans } from './filters.ts';

export interface FilterBarProps {
  filters: Filters;
  onChange: (changed: Partial<Filters>) => void;
  error: unknown;
}

const none: Filters = { state: '', to: '', test: '', since: '' };

/** The filters of the list. A typed recipient takes effect after Enter, or when the field loses the focus. */
export function FilterBar({ filters, onChange, error }: FilterBarProps) {
  return (
    <search className="filters">
      <NativeSelect
        label="State"
        value={filters.state}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: messageStates.find((each) => each === value) ?? '' })
        }
        data={[
          { value: '', label: 'Any state' },
          ...messageStates.map((state) => ({ value: state, label: stateWords[state] })),
        ]}
      />
      <AddressField
        key={filters.to}
        address={filters.to}
        onChange={(to) => onChange({ to })}
        error={errorAt(error, '/query/to')}
      />
      <NativeSelect
        label={filters.state === 'SCHEDULED' ? 'Requested' : 'Time'}
        value={filters.since}
        onChange={({ currentTarget: { value } }) => onChange({ since: value })}
        data={sinceOptions(filters.since)}
        error={errorAt(error, '/query/since')}
      />
      <NativeSelect
        label="Keys"
        value={filters.test}
        onChange={({ currentTarget: { value } }) =>
          onChange({ test: value === 'true' ? value : '' })
        }
        data={[
          { value: '', label: 'Live' },
          { value: 'true', label: 'Test' },
        ]}
      />
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => onChange(none)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** The usual choices, and the time in the address if it is none of them. */
function sinceOptions(since: string) {
  const options = [
    { value: '', label: 'Any time' },
    ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
  ];
  if (options.some(({ value }) => value === since)) return options;
  const label = Number.isNaN(Date.parse(since)) ? since : `Since ${exactTime(since)}`;
  return [...options, { value: since, label }];
}

interface AddressFieldProps {
  address: string;
  onChange: (address: string) => void;
  error: string | undefined;
}

function AddressField({ address, onChange, error }: AddressFieldProps) {
  const [text, setText] = useState(address);
  const finish = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== address) onChange(text.trim());
  };
  return (
    <form onSubmit={finish}>
      <TextInput
        label="Recipient"
        type="search"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="ada@example.com"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onBlur={() => finish()}
        error={error}
        rightSection={
          <ActionIcon type="submit" variant="subtle" color="gray" aria-label="Search">
            <IconSearch size={16} aria-hidden />
          </ActionIcon>
        }
      />
    </form>
  );
}
