import { json } from '@codemirror/lang-json';
import { Alert, Group, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseData } from '../../../draft/test-data.ts';
import { IconChevronDown } from '../../../parts/icons.tsx';
import type { CodeEditor } from '../source/code-editor.ts';
import { CodeField } from '../source/code-field.tsx';
import { useEditor } from '../use-editor.ts';
import type { DataDock } from '../workbench/workbench.tsx';
import { DataForm } from './data-form.tsx';
import { SetsMenu } from './sets-menu.tsx';

const jsonSource = json();

export function TestDataPanel({ isOpen, onOpen }: DataDock) {
  const { store, draft, variables, problems, dataField } = useEditor();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const source = useRef<CodeEditor>(null);
  const panel = useRef<HTMLElement>(null);
  const parsed = useMemo(() => parseData(draft.testData), [draft.testData]);
  useImperativeHandle(dataField, () => ({
    // Only a mistake in the JSON has a place. React must draw the JSON before the jump.
    jumpTo: (offset) => {
      flushSync(() => {
        onOpen(true);
        setView('json');
      });
      source.current?.jumpTo(offset);
    },
    focus: () => {
      flushSync(() => onOpen(true));
      panel.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
    },
  }));
  return (
    <section
      className="test-data fill"
      aria-label="Test data"
      data-state={isOpen ? 'open' : 'closed'}
    >
      <div className="pane-bar">
        <UnstyledButton
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="panel-toggle"
          me="auto"
          mih="1.625rem"
          fz="sm"
          fw={600}
        >
          <Group component="span" gap="2xs">
            <IconChevronDown size={16} aria-hidden style={{ rotate: isOpen ? '0deg' : '-90deg' }} />
            Test data
          </Group>
        </UnstyledButton>
        <SetsMenu />
        <SegmentedControl
          size="xs"
          aria-label="Show the test data as"
          value={view}
          onChange={setView}
          data={[
            { value: 'fields', label: 'Fields' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>

      <div className="test-data-body fill">
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
