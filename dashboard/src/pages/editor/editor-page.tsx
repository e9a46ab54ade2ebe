import './editor.css';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { partNames } from '../../../../shared/engine/template-parts.ts';
import { TemplateTab } from '../../draft/template-tab.tsx';
import { IconSend } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { TestDataPanel } from './data/test-data-panel.tsx';
import { SourcePane } from './source/source-pane.tsx';
import { EditorProvider, useEditorState } from './use-editor.ts';
import { NameField } from './workbench/name-field.tsx';
import { WithinSelect } from './workbench/partial-use.tsx';
import { ProblemsLine } from './workbench/problems-line.tsx';
import { Workbench } from './workbench/workbench.tsx';

const TestSendDialog = later(() => import('./test-send/test-send-dialog.tsx'));

export function Component() {
  const editor = useEditorState();
  const { template, preview, isBehind, copy, side, setSide, within } = editor;
  const [isSending, setSending] = useState(false);
  const isPartial = template.kind === 'partial';
  return (
    <EditorProvider value={editor}>
      <TemplateTab
        shownElsewhere={shownElsewhere}
        beside={<NameField />}
        actions={
          !isPartial && (
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => setSending(true)}
            >
              Test send
            </Button>
          )
        }
      >
        <Workbench
          side={side}
          onSide={setSide}
          source={
            <>
              <SourcePane />
              <ProblemsLine />
            </>
          }
          preview={
            <PreviewPane
              rendered={preview.rendered}
              isBehind={isBehind}
              copy={copy}
              isMail={!isPartial || within !== null}
              choice={template.usedBy.length > 0 && <WithinSelect />}
            />
          }
          data={(dock) => <TestDataPanel {...dock} />}
        />
        {isSending && (
          <Suspense fallback={null}>
            <TestSendDialog onClose={() => setSending(false)} />
          </Suspense>
        )}
      </TemplateTab>
    </EditorProvider>
  );
}

const shownElsewhere = partNames.map((part) => `/${part}`);
