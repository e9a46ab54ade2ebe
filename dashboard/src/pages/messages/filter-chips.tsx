import { Button, CloseButton, Group } from '@mantine/core';
import { stateWords } from '../../parts/message-states.ts';
import { exactTime } from '../../parts/time-words.ts';
import { type Filters, filterNames, noFilters, spans, viewOf, views } from './filters.ts';

interface FilterChipsProps {
  filters: Filters;
  keys: readonly { keyId: string; name: string }[];
  onChange: (changed: Partial<Filters>) => void;
}

/** A chip for each filter that is on besides those of the view, which switches it off, and a button for all of them. */
export function FilterChips({ filters, keys, onChange }: FilterChipsProps) {
  const view = { ...noFilters, ...views[viewOf(filters)] };
  const nameOf = (key: string) => keys.find(({ keyId }) => keyId === key)?.name ?? key;
  const words: Record<keyof Filters, (value: string) => string> = {
    search: (text) => `“${text}”`,
    state: () => (filters.state === '' ? '' : stateWords[filters.state]),
    template: (id) => `Template ${id}`,
    key: (id) => `Key ${nameOf(id)}`,
    test: () => '',
    since: (since) => spans[since]?.label ?? `From ${timeWords(since)}`,
    until: (until) => `To ${timeWords(until)}`,
  };
  const isOn = (name: keyof Filters) => filters[name] !== '' && filters[name] !== view[name];
  const names = filterNames.filter(isOn);
  if (names.length === 0) return null;
  return (
    <Group
      component="ul"
      gap={6}
      className="bare-list filter-chips"
      aria-label="Filters that are on"
    >
      {names.map((name) => {
        const label = words[name](filters[name]);
        return (
          <li key={name} className="filter-chip">
            <bdi>{label}</bdi>
            <CloseButton
              size={26}
              iconSize={14}
              radius="xl"
              aria-label={`Remove the filter ${label}`}
              onClick={() => onChange({ [name]: view[name] })}
            />
          </li>
        );
      })}
      <li>
        <Button variant="subtle" size="compact-sm" fz="xs" onClick={() => onChange(view)}>
          Clear filters
        </Button>
      </li>
    </Group>
  );
}

const timeWords = (at: string) => (Number.isNaN(Date.parse(at)) ? at : exactTime(at));
