import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { errorAt } from '../../api/problem.ts';
import { stateWords } from '../../parts/message-states.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import {
  type FilterProps,
  type Filters,
  isNarrowed,
  noFilters,
  viewNames,
  viewOf,
  views,
  writeFilters,
} from './filters.ts';
import { TemplateFilter } from './template-filter.tsx';
import { TimeFilter } from './time-filter.tsx';

/** The search box, the filters, and a button that clears them. */
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

/** The key id of the test mails that the dashboard sends. */
const dashboardKey = 'dashboard';

function keyOptions(chosen: string, keys: readonly { keyId: string; name: string }[]) {
  const options = [
    { value: '', label: 'Any key' },
    { value: dashboardKey, label: 'Dashboard' },
    ...keys.map(({ keyId, name }) => ({ value: keyId, label: name })),
  ];
  return options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];
}

/** Links to the lists of messages: all, refused requests, scheduled ones, those of test keys. */
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
