import { json } from '@codemirror/lang-json';
import { Alert, Collapse, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import { parseData } from '../../../draft/test-data.ts';
import { CodeField, type CodeFieldHandle, type SourceHandle } from '../source/code-field.tsx';
import { DataFields } from './data-fields-form.tsx';

export interface TestDataPanelProps {
  store: DraftStore;
  testData: string;
  variables: readonly TemplateVariable[];
  missing: readonly string[];
  problems: readonly DraftProblem[];
  ref?: Ref<CodeFieldHandle>;
}

const jsonSource = json();

/** The data of previews and test mails, as a field for each variable or as JSON. */
export function TestDataPanel({
  store,
  testData,
  variables,
  missing,
  problems,
  ref,
}: TestDataPanelProps) {
  const [isOpen, setOpen] = useLocalStorage({
    key: 'postrider-test-data-open',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const source = useRef<SourceHandle>(null);
  const parsed = useMemo(() => parseData(testData), [testData]);
  const ofData = useMemo(() => problems.filter(({ part }) => part === 'testData'), [problems]);
  useImperativeHandle(ref, () => {
    // React must draw the JSON before the jump.
    const revealed = () => {
      flushSync(() => {
        setOpen(true);
        setView('json');
      });
      return source.current;
    };
    return {
      jumpTo: (offset) => revealed()?.jumpTo(offset),
      focus: () => revealed()?.focus(),
    };
  });
  return (
    <section className="test-data" aria-label="Test data">
      <div className="pane-bar">
        <UnstyledButton
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="panel-toggle"
        >
          {isOpen ? (
            <IconChevronDown size={16} aria-hidden />
          ) : (
            <IconChevronRight size={16} aria-hidden />
          )}
          Test data
        </UnstyledButton>
        {isOpen && (
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
        )}
      </div>
      <Collapse expanded={isOpen} transitionDuration={0}>
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
            <DataFields store={store} data={parsed.data} variables={variables} missing={missing} />
          ) : (
            <Alert color="yellow" m="sm" title="The test data is not valid JSON">
              {parsed.detail}. Correct this under “JSON” to see the fields again.
            </Alert>
          )}
        </div>
      </Collapse>
    </section>
  );
}
