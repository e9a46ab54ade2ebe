import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { sourceTheme } from '../parts/source-theme.ts';

type Two = Record<'before' | 'after', string>;

const collapseUnchanged = { margin: 3, minSize: 6 };

// A separate chunk, which only a difference loads.
export default function TextDifference({ before, after, names }: Two & { names: Two }) {
  const { before: old, after: now } = names;
  const place = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });

  useEffect(() => {
    if (!place.current) return;
    const parent = place.current;
    const view = isWide
      ? new MergeView({
          a: { doc: before, extensions: readOnly(old) },
          b: { doc: after, extensions: readOnly(now) },
          parent,
          collapseUnchanged,
        })
      : new EditorView({
          doc: after,
          parent,
          extensions: [
            readOnly(`${now}, compared with ${old}`),
            unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged }),
          ],
        });
    return () => view.destroy();
  }, [before, after, old, now, isWide]);

  if (inLines(before) === inLines(after)) {
    return (
      <Text p="xs" size="sm">
        Only the line endings differ.
      </Text>
    );
  }
  return (
    <>
      {isWide && (
        <Group grow gap={0} px="xs" py={4}>
          <Text size="sm">{old}</Text>
          <Text size="sm">{now}</Text>
        </Group>
      )}
      <div ref={place} />
    </>
  );
}

const inLines = (text: string) => text.replace(/\r\n?/g, '\n');

const readOnly = (label: string) => [
  lineNumbers(),
  sourceTheme,
  EditorView.lineWrapping,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label }),
];
