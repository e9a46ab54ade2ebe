import { Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { partNames } from '../../../../shared/engine/template-parts.ts';
import { TemplateTab } from '../../draft/template-tab.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { IconPencil, IconSend } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { SourcePane } from './source/source-pane.tsx';
import { EditorProvider, useEditor, useEditorState } from './use-editor.ts';
import { LanguageBar } from './workbench/language-bar.tsx';
import { WithinSelect } from './workbench/partial-use.tsx';
import { ProblemsLine } from './workbench/problems-line.tsx';
import { ViewTools, Workbench } from './workbench/workbench.tsx';

const TestDataPanel = laterAlone(() => import('./data/test-data-panel.tsx'));
const TestSendDialog = laterAlone(() => import('./test-send/test-send-dialog.tsx'));

export function Component() {
  const editor = useEditorState();
  const { template, preview, isBehind, copy, views, within } = editor;
  const [isSending, setSending] = useState(false);
  const isPartial = template.kind === 'partial';
  const isMailAlone = views.view === 'mail';
  return (
    <EditorProvider value={editor}>
      <TemplateTab
        shownElsewhere={shownElsewhere}
        beside={<NameField />}
        tools={<ViewTools />}
        actions={
          !isPartial && (
            <Allowed to="write">
              <PlainButton icon={IconSend} onClick={() => setSending(true)}>
                Test send
              </PlainButton>
            </Allowed>
          )
        }
      >
        <Workbench
          source={<SourcePane />}
          preview={
            <PreviewPane
              rendered={preview.rendered}
              warnings={preview.rendered?.warnings}
              isBehind={isBehind}
              copy={copy}
              isMail={!isPartial || within !== null}
              isTrueSize={isMailAlone}
              choice={
                <>
                  {isMailAlone && <LanguageBar />}
                  {template.usedBy.length > 0 && <WithinSelect />}
                </>
              }
            />
          }
          data={<TestDataPanel />}
          problems={<ProblemsLine />}
        />
        {isSending && <TestSendDialog onClose={() => setSending(false)} />}
      </TemplateTab>
    </EditorProvider>
  );
}

const shownElsewhere = partNames.map((part) => `/${part}`);

function NameField() {
  const { store, draft, problems, isRenaming, setRenaming } = useEditor();
  const error = problems.find(({ part }) => part === 'name')?.detail;
  return (
    <Popover
      opened={isRenaming}
      onChange={setRenaming}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton
          icon={IconPencil}
          iconSize={18}
          color={error === undefined ? 'gray' : 'red'}
          label="Rename"
          onClick={() => setRenaming(!isRenaming)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Rename">
        <TextInput
          label="Name"
          value={draft.name}
          error={error}
          onChange={({ currentTarget: { value } }) =>
            store.dispatch({ kind: 'written', changes: { name: value } })
          }
          onKeyDown={(event) => {
            if (event.key === 'Enter') setRenaming(false);
          }}
          data-autofocus
        />
      </Popover.Dropdown>
    </Popover>
  );
}
