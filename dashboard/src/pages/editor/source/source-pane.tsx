import { html } from '@codemirror/lang-html';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../../api/templates.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import type { PartHandles } from '../use-jump.ts';
import { CodeField } from './code-field.tsx';
import { OwnText } from './own-text.tsx';
import { placeholders } from './placeholders.ts';

export type Source = 'html' | 'text';

export interface SourcePaneProps {
  store: WrittenDraft;
  shown: Source;
  onShow: (source: Source) => void;
  hasOwnText: boolean;
  template: Pick<Template, 'id' | 'kind'>;
  rendered: RenderedDraft | null;
  problems: readonly DraftProblem[];
  handles: Pick<PartHandles, 'html' | 'text'>;
  /** The author moved the cursor in the HTML to this offset; null: the author left it. */
  onCursor: (offset: number | null) => void;
}

const htmlSource = [html(), placeholders];

/** The HTML source, and the plain text source if the template has its own plain text. */
export function SourcePane(props: SourcePaneProps) {
  const { store, shown, onShow, hasOwnText, template, rendered, problems, handles, onCursor } =
    props;
  const ofHtml = useMemo(() => problems.filter(({ part }) => part === 'html'), [problems]);
  const ofText = useMemo(() => problems.filter(({ part }) => part === 'text'), [problems]);
  const variables = rendered?.variables;
  const partials = usePartials();
  const names = useMemo(
    () => ({
      variables: [...new Set(variables?.map(({ name }) => name))],
      partials: partials
        .filter(({ id, isLayout }) => !isLayout && id !== template.id)
        .map(({ id }) => id),
    }),
    [variables, partials, template.id],
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
      </div>
      <div className="source-body" hidden={shown !== 'html'}>
        <CodeField
          ref={handles.html}
          store={store}
          part="html"
          label="HTML source"
          extensions={htmlSource}
          problems={ofHtml}
          names={names}
          onCursor={onCursor}
        />
      </div>
      <div className="source-body" hidden={shown !== 'text'}>
        <OwnText store={store} isOwn={hasOwnText} template={template} rendered={rendered} />
        {hasOwnText && (
          <CodeField
            ref={handles.text}
            store={store}
            part="text"
            label="Plain text source"
            extensions={placeholders}
            problems={ofText}
            names={names}
          />
        )}
      </div>
    </section>
  );
}
