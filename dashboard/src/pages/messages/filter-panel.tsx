import { Button, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { type ReactNode, useId, useState } from 'react';
import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { errorAt } from '../../api/problem.ts';
import { useIdsFrom } from '../../api/templates.ts';
import { exactText } from '../../parts/exact-text.ts';
import { stateWord } from '../../parts/message-states.ts';
import { localTime } from '../../parts/time-words.ts';
import { type FilterProps, instantOf, spans } from './filters.ts';

type Keys = readonly { keyId: string; name: string }[];

/** Every filter but the search. Each takes effect at once, and the list behind shows it. */
export function FilterPanel(props: FilterProps & { id: string; onClose: () => void }) {
  const { filters, onChange, error, id, onClose } = props;
  const keys = useApiKeys().data?.items ?? [];
  const focus = useFocusTrap();
  return (
    <Paper
      ref={focus}
      id={id}
      role="dialog"
      aria-label="Filter"
      withBorder
      shadow="md"
      p="md"
      className="filter-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label="State"
          value={filters.state}
          onChange={({ currentTarget: { value } }) =>
            onChange({ state: messageStates.find((each) => each === value) ?? '' })
          }
          data={[
            { value: '', label: 'Any state' },
            ...messageStates.map((state) => ({ value: state, label: stateWord(state) })),
          ]}
        />
        <TemplateFilter id={filters.template} onChange={(template) => onChange({ template })} />
        <NativeSelect
          label="Key"
          value={filters.key}
          onChange={({ currentTarget: { value } }) => onChange({ key: value })}
          data={keyOptions(filters.key, keys)}
        />
        <TextFilter
          label="Recipient’s domain"
          placeholder="Any domain"
          text={filters.domain}
          onChange={(domain) => onChange({ domain: domain.replace(/^@/, '') })}
        />
        <TimeFilter filters={filters} onChange={onChange} error={error} />
        <Button size="xs" onClick={onClose} style={{ alignSelf: 'flex-end' }}>
          Done
        </Button>
      </Stack>
    </Paper>
  );
}

// The key id of the test mails that the dashboard sends.
const dashboardKey = 'dashboard';

export const keyWords = (id: string, keys: Keys): string =>
  id === dashboardKey ? 'Dashboard' : (keys.find(({ keyId }) => keyId === id)?.name ?? id);

function keyOptions(chosen: string, keys: Keys) {
  const ids = new Set(['', dashboardKey, ...keys.map(({ keyId }) => keyId), chosen]);
  return [...ids].map((id) => ({ value: id, label: id === '' ? 'Any key' : keyWords(id, keys) }));
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  onType?: (text: string) => void;
  /** The id of a list of proposals. */
  list?: string;
  children?: ReactNode;
}

/** It takes effect after Enter, or when the field loses the focus. */
function TextFilter(props: TextFilterProps) {
  const { label, placeholder, text, onChange, onType, list, children } = props;
  const [typed, setTyped] = useState(text);
  const finish = () => typed.trim() !== text && onChange(typed.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextInput
        {...{ label, placeholder, list }}
        {...exactText}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onType?.(value);
        }}
        onBlur={finish}
      />
      {children}
    </form>
  );
}

/** The browser completes the id. */
function TemplateFilter({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState(id);
  const list = useId();
  const ids = useIdsFrom(typed.trim()).data ?? [];
  return (
    <TextFilter
      label="Template"
      placeholder="Any template"
      text={id}
      onChange={onChange}
      onType={setTyped}
      list={list}
    >
      <datalist id={list}>
        {ids.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </TextFilter>
  );
}

function TimeFilter({ filters, onChange, error }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const since = Object.hasOwn(spans, filters.from) ? '' : filters.from;
  const isCustom = isOpen || since + filters.to !== '';
  return (
    <>
      <NativeSelect
        label="Requested"
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
        <Group gap="sm" align="flex-start" grow>
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
