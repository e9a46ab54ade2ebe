import { Box, Button, Group, Stack } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { doorWords } from '../../../../shared/engine/doors.ts';
import { useMay } from '../../api/account.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { errorAt } from '../../api/problem.ts';
import { useTemplatesOf } from '../../api/templates.ts';
import { IconFilter, IconX } from '../../parts/icons.tsx';
import { PlainButton, Quiet, TinyButton } from '../../parts/looks.tsx';
import { stateWord } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/name.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { shortMoment } from '../../parts/time-words.ts';
import { FilterPanel, keyWords } from './filter-panel.tsx';
import {
  type FilterProps,
  type Filters,
  isForAddress,
  noFilters,
  spans,
  viewNames,
  viewOf,
  views,
  writeFilters,
} from './filters.ts';

/** One row with the search and the button of all other filters, and below it those that are set. */
export function FilterBar({ filters, onChange, error }: FilterProps) {
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start" pos="relative">
        <Box flex="1 1 20rem" miw={0}>
          <SearchBox
            text={filters.search}
            label="Search messages"
            placeholder={
              useMay('personal')
                ? 'Address, subject, reference, id or template'
                : 'Reference, id or template'
            }
            onSearch={(search) => onChange({ search, in: '' })}
            error={errorAt(error, '/query/search') ?? errorAt(error, '/query/to')}
          />
        </Box>
        <FilterButton filters={filters} onChange={onChange} error={error} />
      </Group>
      <ChosenFilters filters={filters} onChange={onChange} />
      {isForAddress(filters) && (
        <Quiet>
          Mails to this address.{' '}
          <PageLink to={{ search: String(writeFilters({ ...filters, in: 'texts' })) }}>
            Search all texts for it
          </PageLink>
        </Quiet>
      )}
    </Stack>
  );
}

function FilterButton(props: FilterProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const box = useClickOutside(() => setOpened(false), ['click']);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  return (
    <div ref={box}>
      <PlainButton
        ref={button}
        icon={IconFilter}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        Filter
      </PlainButton>
      {opened && <FilterPanel {...props} id={id} onClose={close} />}
    </div>
  );
}

function ChosenFilters({ filters, onChange }: Omit<FilterProps, 'error'>) {
  const keys = useApiKeys().data?.items ?? [];
  const { state, template, node, domain, key, door, from, to } = filters;
  const nodeName = useNodeName(filters);
  const { state: own } = views[viewOf(filters)];
  const chips: { words: string; cleared: Partial<Filters> }[] = [];
  const add = (isSet: boolean, words: string, cleared: Partial<Filters>) =>
    isSet && chips.push({ words, cleared });
  if (state !== '') add(state !== own, stateWord(state), { state: own });
  add(template !== '', `Template ${template}`, { template: '' });
  add(node !== '', `Refused by ${nodeName}`, { node: '' });
  add(domain !== '', `To ${domain}`, { domain: '' });
  add(key !== '', `Key ${keyWords(key, keys)}`, { key: '' });
  if (door) add(true, `Through ${doorWords(door)}`, { door: '' });
  add(from + to !== '', rangeWords(filters), { from: '', to: '' });
  if (chips.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Filters">
      {chips.map(({ words, cleared }) => (
        <TinyButton
          key={words}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Remove the filter ${words}`}
          onClick={() => onChange(cleared)}
        >
          {words}
        </TinyButton>
      ))}
      {chips.length + Number(filters.search !== '') > 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange({ ...noFilters, ...views[viewOf(filters)] })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const named = z.object({ id: z.string(), name: z.optional(z.string()) });
const namedNodes = z.object({ nodes: z.array(named) });

/** The name of the node in its template's flow; its id until it is read, or without a name. */
function useNodeName({ node, template }: Filters): string {
  const [read] = useTemplatesOf(node === '' ? [] : [template]);
  const nodes = namedNodes.safeParse(read?.flow).data?.nodes ?? [];
  return nodes.find(({ id }) => id === node)?.name || node;
}

function rangeWords({ from, to }: Filters): string {
  const span = Object.hasOwn(spans, from) ? spans[from]?.label : undefined;
  const start = span ?? (from && `From ${momentIn(from)}`);
  if (to === '') return start;
  return start === '' ? `To ${momentIn(to)}` : `${start} to ${momentIn(to)}`;
}

const momentIn = (text: string) =>
  text.length > 10 && !Number.isNaN(Date.parse(text)) ? shortMoment(text) : text;

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
