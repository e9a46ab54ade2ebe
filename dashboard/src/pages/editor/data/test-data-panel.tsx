import { json } from '@codemirror/lang-json';
import { Alert, SegmentedControl, UnstyledButton } from '@mantine/core';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import { parseData } from '../../../draft/test-data.ts';
import { IconChevronDown, IconChevronRight } from '../../../parts/icons.tsx';
import { CodeField, type CodeFieldHandle, type SourceHandle } from '../source/code-field.tsx';
import { DataForm } from './data-form.tsx';
import { SetsMenu } from './sets-menu.tsx';

export interface TestDataPanelProps {
  store: DraftStore;
  accountId: string;
  templateId: string;
  testData: string;
  variables: readonly TemplateVariable[];
  /** Whether a wide window shows more than the bar. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  problems: readonly DraftProblem[];
  ref?: Ref<CodeFieldHandle>;
}

const jsonSource = json();

/** The data of previews and test mails, as a field for each variable or as JSON. */
export function TestDataPanel({
  store,
  accountId,
  templateId,
  testData,
  variables,
  isOpen,
  onOpen,
  problems,
  ref,
}: TestDataPanelProps) {
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const source = useRef<SourceHandle>(null);
  const panel = useRef<HTMLElement>(null);
  const parsed = useMemo(() => parseData(testData), [testData]);
  const ofData = useMemo(() => problems.filter(({ part }) => part === 'testData'), [problems]);
  useImperativeHandle(ref, () => ({
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
    <section className="test-data" aria-label="Test data" data-state={isOpen ? 'open' : 'closed'}>
      <div className="pane-bar">
        <UnstyledButton
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="panel-toggle"
        >
          {isOpen ? (
            <IconChevronDown size={16} aria-hidden />
          ) : (
            <IconChevronRight size={16} aria-hidden />
          )}
          Test data
        </UnstyledButton>
        <SetsMenu store={store} accountId={accountId} templateId={templateId} />
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

      <div className="test-data-body">
        {view === 'json' ? (
          <CodeField
            ref={source}
            store={store}
            part="testData"
            label="Test data as JSON"
            extensions={jsonSource}
            problems={ofData}
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
