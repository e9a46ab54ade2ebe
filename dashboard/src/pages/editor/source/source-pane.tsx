import { html } from '@codemirror/lang-html';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../../api/templates.ts';
import type { Draft } from '../../../draft/draft.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import { templatePath } from '../../../draft/template-header.tsx';
import { FormatButton } from '../format/format-button.tsx';
import type { PartHandles } from '../use-jump.ts';
import type { TypedLine } from '../use-problems.ts';
import { CodeField } from './code-field.tsx';
import { placeholders } from './complete-tag.ts';
import { namesIn } from './known-names.ts';
import { openPartial } from './open-partial.ts';
import { OwnText } from './own-text.tsx';

export type Source = 'html' | 'text';

export interface SourcePaneProps {
  store: WrittenDraft;
  shown: Source;
  onShow: (source: Source) => void;
  draft: Draft;
  template: Pick<Template, 'id' | 'kind' | 'variables'>;
  rendered: RenderedDraft | null;
  problems: readonly DraftProblem[];
  handles: Pick<PartHandles, 'subject' | 'html' | 'text'>;
  onTyping: (typed: TypedLine | null) => void;
  /** The author moved the cursor in the HTML to this offset; null: the author left it. */
  onCursor: (offset: number | null) => void;
  /** What else the bar has: the layout, the languages. */
  tools: ReactNode;
}

/** The HTML source, and the plain text source if the template has its own plain text. */
export function SourcePane(props: SourcePaneProps) {
  const { store, shown, onShow, draft, template, rendered, problems, handles } = props;
  const { onTyping, onCursor, tools } = props;
  const navigate = useNavigate();
  const tags = useMemo(
    () => [placeholders, openPartial((id) => void navigate(templatePath(id)))],
    [navigate],
  );
  const htmlSource = useMemo(() => [html(), tags], [tags]);
  const ofSubject = useMemo(() => problems.filter(({ part }) => part === 'subject'), [problems]);
  const ofHtml = useMemo(() => problems.filter(({ part }) => part === 'html'), [problems]);
  const ofText = useMemo(() => problems.filter(({ part }) => part === 'text'), [problems]);
  const variables = rendered?.variables ?? template.variables;
  const partials = usePartials();
  const { flow, testData } = draft;
  const names = useMemo(
    () => ({
      ...namesIn({ flow, testData }, variables),
      partials: partials
        .filter(({ id, isLayout }) => !isLayout && id !== template.id)
        .map(({ id }) => id),
    }),
    [flow, testData, variables, partials, template.id],
  );
  return (
    <section className="source" aria-label="Source">
      <div className="pane-bar">
        <SegmentedControl
          size="xs"
          aria-label="Source"
          value={shown}
          onChange={onShow}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
        {shown === 'html' && <FormatButton store={store} />}
        {tools}
      </div>
      {template.kind === 'template' && (
        <div className="subject-line">
          <span aria-hidden>Subject</span>
          <CodeField
            ref={handles.subject}
            store={store}
            part="subject"
            onTyping={onTyping}
            label="Subject"
            isLine
            placeholder="From the variable “subject”"
            extensions={placeholders}
            problems={ofSubject}
            names={names}
          />
        </div>
      )}
      <div className="source-body" hidden={shown !== 'html'}>
        <CodeField
          ref={handles.html}
          store={store}
          part="html"
          onTyping={onTyping}
          label="HTML source"
          extensions={htmlSource}
          problems={ofHtml}
          names={names}
          onCursor={onCursor}
        />
      </div>
      <div className="source-body" hidden={shown !== 'text'}>
        <OwnText
          store={store}
          isOwn={draft.text !== null}
          template={template}
          rendered={rendered}
        />
        {draft.text !== null && (
          <CodeField
            ref={handles.text}
            store={store}
            part="text"
            onTyping={onTyping}
            label="Plain text source"
            extensions={tags}
            problems={ofText}
            names={names}
          />
        )}
      </div>
    </section>
  );
}
