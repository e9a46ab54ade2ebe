import { json } from '@codemirror/lang-json';
import { Alert, Text } from '@mantine/core';
import { useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseData } from '../../../draft/test-data.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconX } from '../../../parts/icons.tsx';
import { Segments } from '../../../parts/segments.tsx';
import type { CodeEditor } from '../source/code-editor.ts';
import { CodeField } from '../source/code-field.tsx';
import { useEditor } from '../use-editor.ts';
import { DataForm } from './data-form.tsx';
import SetsMenu from './sets-menu.tsx';

const jsonSource = json();

export default function TestDataPanel() {
  const { store, draft, variables, problems, dataField, views } = useEditor();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const source = useRef<CodeEditor>(null);
  const panel = useRef<HTMLElement>(null);
  const parsed = useMemo(() => parseData(draft.testData), [draft.testData]);
  useImperativeHandle(dataField, () => ({
    // Only a mistake in the JSON has a place. React must draw the JSON before the jump.
    jumpTo: (offset) => {
      flushSync(() => setView('json'));
      source.current?.jumpTo(offset);
    },
    focus: () => {
      panel.current?.querySelector<HTMLElement>('.test-data-body :is(input, textarea)')?.focus();
    },
  }));
  return (
    <section ref={panel} className="test-data fill" aria-label="Test data">
      <div className="pane-bar">
        <Text size="sm" fw={600} me="auto">
          Test data
        </Text>
        <SetsMenu />
        <Segments
          size="xs"
          label="Show the test data as"
          value={view}
          onChange={setView}
          of={{ fields: 'Fields', json: 'JSON' }}
        />
        <IconButton
          icon={IconX}
          label="Close the test data"
          onClick={() => views.setDataOpen(false)}
        />
      </div>

      <div className="test-data-body fill" style={{ overflowY: 'auto' }}>
        {view === 'json' ? (
          <CodeField
            editor={source}
            store={store}
            part="testData"
            label="Test data as JSON"
            extensions={jsonSource}
            problems={problems}
          />
        ) : parsed.ok ? (
          <DataForm store={store} data={parsed.data} variables={variables} />
        ) : (
          <Alert color="yellow" m="sm" title="The test data is not valid JSON">
            {parsed.detail}. Correct this under “JSON” to see the fields again.
          </Alert>
        )}
      </div>
    </section>
  );
}
