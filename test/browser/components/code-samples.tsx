import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Code, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CodeBlock } from '../../../dashboard/src/parts/copy.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import { sourceTheme } from '../../../dashboard/src/parts/source-theme.ts';

const source = `<!-- The receipt -->
<h1 class="title">Hello {{name}}</h1>
{{#items}}<p style="color: #333">{{quantity}} × {{title}}</p>{{/items}}
`;

/** Source code, in an editor and to copy. */
export function CodeSamples() {
  return (
    <Section title="Code">
      <Stack>
        <CodeBlock
          label="Example request"
          text={'curl https://api.example/v1/execute \\\n  -H "Authorization: Bearer pr_…"'}
        />
        <Source />
        <span>
          A field’s name in a sentence: <Code>_to</Code>
        </span>
      </Stack>
    </Section>
  );
}

function Source() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const label = EditorView.contentAttributes.of({ 'aria-label': 'Source', tabindex: '0' });
    const extensions = [html(), lineNumbers(), EditorView.lineWrapping, sourceTheme, label];
    const view = new EditorView({
      state: EditorState.create({ doc: source, extensions }),
      parent: place.current,
    });
    return () => view.destroy();
  }, []);
  return <div ref={place} />;
}
