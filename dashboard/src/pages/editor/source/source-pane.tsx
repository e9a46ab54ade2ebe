import { html } from '@codemirror/lang-html';
import type { Extension } from '@codemirror/state';
import { placeholder } from '@codemirror/view';
import { Group, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePartials } from '../../../api/templates.ts';
import type { SourcePart } from '../../../draft/draft.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconIndentIncrease } from '../../../parts/icons.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { useEditor } from '../use-editor.ts';
import { LanguageBar } from '../workbench/language-bar.tsx';
import { LayoutSelect, UsedBy } from '../workbench/partial-use.tsx';
import { CodeField } from './code-field.tsx';
import { namesIn, placeholders } from './complete-tag.ts';
import { OwnText } from './own-text.tsx';
import { typeOver } from './type-over.ts';

const htmlSource = [typeOver, html(), placeholders];
const subjectLine = [placeholders, placeholder('From the variable “subject”')];

export function SourcePane() {
  const { template, language, shown, editors, source, showSource, onCursor, views } = useEditor();
  const { store, draft } = language;
  const names = useNames();
  const fieldOf = (part: SourcePart, label: string, extensions: Extension) => ({
    ...{ store, part, label, extensions, names },
    editor: editors[part],
    problems: shown,
  });
  return (
    <section className="source fill" aria-label="Source">
      <div className="pane-bar">
        <Segments
          size="xs"
          label="Source"
          value={source}
          onChange={showSource}
          of={{ html: 'HTML', text: 'Plain text' }}
        />
        {source === 'html' && <FormatButton store={store} />}
        <LayoutSelect />
        {views.view !== 'mail' && <LanguageBar />}
        {template.kind === 'partial' && <UsedBy usedBy={template.usedBy} />}
      </div>
      {template.kind === 'template' && (
        <Group
          gap={0}
          wrap="nowrap"
          flex="none"
          h="2.3125rem"
          ps="sm"
          c="dimmed"
          fz="sm"
          className="line-below"
        >
          <span aria-hidden>Subject</span>
          <CodeField {...fieldOf('subject', 'Subject', subjectLine)} isLine />
        </Group>
      )}
      <div className="fill" hidden={source !== 'html'}>
        <CodeField {...fieldOf('html', 'HTML source', htmlSource)} onCursor={onCursor} />
      </div>
      <div className="fill" hidden={source !== 'text'}>
        <OwnText />
        {draft.text !== null && (
          <CodeField {...fieldOf('text', 'Plain text source', placeholders)} />
        )}
      </div>
    </section>
  );
}

function useNames() {
  const { template, language, variables } = useEditor();
  const partials = usePartials();
  const { testData } = language.draft;
  return useMemo(
    () => ({
      ...namesIn(testData, variables),
      partials: partials
        .filter(({ id, isLayout }) => !isLayout && id !== template.id)
        .map(({ id }) => id),
    }),
    [testData, variables, partials, template.id],
  );
}

// One step of undo. The formatter is loaded when it is first needed.
function FormatButton({ store }: { store: WrittenDraft }) {
  const format = useMutation({
    mutationFn: async () => {
      const { formatHtml } = await import('../format/format-html.ts');
      return formatHtml(store.settled().draft.html);
    },
    onSuccess: (html) => store.dispatch({ kind: 'written', changes: { html } }),
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not formatted', message }),
    networkMode: 'always',
  });
  return (
    <Tooltip label="Format the HTML">
      <IconButton
        icon={IconIndentIncrease}
        iconSize={18}
        label="Format the HTML"
        loading={format.isPending}
        onClick={() => format.mutate()}
      />
    </Tooltip>
  );
}
