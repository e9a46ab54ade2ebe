import { Box, Group, Paper, SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { errorAt } from '../../../api/problem.ts';
import { parseData } from '../../../draft/test-data.ts';
import { DataForm } from '../../editor/data/data-form.tsx';
import type { TryRun } from './use-try-run.ts';

/** The variables of a test run, as a field for each or as JSON. They are not stored. */
export function TryData({
  run,
  variables,
}: {
  run: TryRun;
  variables: readonly TemplateVariable[];
}) {
  const { store, data, error } = run;
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const parsed = parseData(data);
  const isJson = view === 'json' || !parsed.ok;
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd="none">
      <Group justify="space-between" mb={4}>
        <Box component="legend" p={0}>
          Variables
        </Box>
        <SegmentedControl
          size="xs"
          aria-label="Show the variables as"
          value={isJson ? 'json' : 'fields'}
          onChange={setView}
          data={[
            { value: 'fields', label: 'Fields', disabled: !parsed.ok },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      {isJson ? (
        <Textarea
          aria-label="Variables as JSON"
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={data}
          onChange={({ currentTarget: { value: testData } }) =>
            store.dispatch({ kind: 'written', changes: { testData } })
          }
          error={parsed.ok ? errorAt(error, '/data') : parsed.detail}
        />
      ) : (
        <Paper withBorder radius="sm">
          <DataForm store={store} data={parsed.data} variables={variables} />
        </Paper>
      )}
    </Box>
  );
}
