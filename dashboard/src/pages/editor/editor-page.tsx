import './editor.css';
import { Button, SegmentedControl, SimpleGrid, Splitter, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import type { Draft } from '../../draft/draft.ts';
import { DraftPage, WithTemplate } from '../../draft/draft-page.tsx';
import { type DraftProblem, draftProblems } from '../../draft/draft-problems.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
import { useTemplateDraft } from '../../draft/use-template-draft.ts';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { TestDataPanel } from './data/test-data-panel.tsx';
import { ProblemsStrip } from './problems-strip.tsx';
import { SourcePane } from './source/source-pane.tsx';
import { TestSendDialog } from './test-send-dialog.tsx';
import { type PartHandles, useJump } from './use-jump.ts';
import { usePreview } from './use-preview.ts';

/** The editor of a template: its source beside the preview of its mail. */
export function Component() {
  return (
    <WithTemplate>
      {(template, account) => <Editor key={template.id} template={template} account={account} />}
    </WithTemplate>
  );
}

function Editor({ template, account }: { template: Template; account: Account }) {
  const work = useTemplateDraft(template, account.accountId);
  const { store, state, saving } = work;
  const { draft } = state;
  const preview = usePreview(store);
  const { rendered } = preview;
  const problems = useMemo(
    () => draftProblems(draft, preview, saving.state),
    [draft, preview, saving.state],
  );
  const jump = useJump(store);
  const [isSending, setSending] = useState(false);
  const [side, setSide] = useState<'source' | 'preview'>('source');
  const [isResizing, setResizing] = useState(false);
  return (
    <DraftPage
      work={work}
      shownElsewhere={shownElsewhere}
      actions={
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => setSending(true)}
        >
          Test send
        </Button>
      }
    >
      <DraftFields store={store} draft={draft} problems={problems} handles={jump.handles} />
      <SegmentedControl
        hiddenFrom="md"
        aria-label="Show"
        value={side}
        onChange={setSide}
        data={[
          { value: 'source', label: 'Source' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      <Splitter
        className="editor"
        data-side={side}
        data-resizing={isResizing || undefined}
        onResizeStart={() => setResizing(true)}
        onResizeEnd={() => setResizing(false)}
      >
        <Splitter.Pane defaultSize={52} min={25} className="editor-pane" data-of="source">
          <SourcePane
            store={store}
            shown={jump.source}
            onShow={jump.showSource}
            hasOwnText={draft.text !== null}
            rendered={rendered}
            problems={problems}
            handles={jump.handles}
          />
          <ProblemsStrip
            problems={problems}
            isChecked={preview.rendered !== null}
            fault={preview.fault}
            onRetry={preview.retry}
            onJump={(problem) => {
              setSide('source');
              jump.to(problem);
            }}
          />
          <TestDataPanel
            ref={jump.handles.testData}
            store={store}
            testData={draft.testData}
            variables={rendered?.variables ?? template.variables}
            missing={rendered?.missing ?? []}
            problems={problems}
          />
        </Splitter.Pane>
        <Splitter.Pane defaultSize={48} min={25} className="editor-pane" data-of="preview">
          <PreviewPane rendered={rendered} isBehind={preview.problems.length > 0} />
        </Splitter.Pane>
      </Splitter>
      {isSending && (
        <TestSendDialog
          template={template}
          store={store}
          account={account}
          isChanged={work.isChanged}
          onClose={() => setSending(false)}
        />
      )}
    </DraftPage>
  );
}

/** The strip of problems shows these with their places. */
const shownElsewhere = ['/name', '/subject', '/html', '/text', '/testData'];

interface DraftFieldsProps {
  store: DraftStore;
  draft: Draft;
  problems: readonly DraftProblem[];
  handles: PartHandles;
}

/** The template's name, and the subject of its mails. */
function DraftFields({ store, draft, problems, handles }: DraftFieldsProps) {
  const propsOf = (part: 'name' | 'subject') => ({
    ref: handles[part],
    value: draft[part],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      store.dispatch({ kind: 'written', changes: { [part]: event.currentTarget.value } }),
    error: problems.find((each) => each.part === part && each.severity === 'error')?.detail,
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput label="Name" {...propsOf('name')} />
      <TextInput
        label="Subject"
        placeholder="From the variable “subject”"
        {...propsOf('subject')}
      />
    </SimpleGrid>
  );
}
