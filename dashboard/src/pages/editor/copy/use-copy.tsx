import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { runAtOffset } from '../../../copy/copy-runs.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { CopyView } from '../../../parts/preview/preview-pane.tsx';
import type { CodeEditor } from '../source/code-editor.ts';
import { CopyHint } from './copy-note.tsx';
import { useCopyEdits } from './use-copy-edits.tsx';
import { type CopyViewOptions, useCopyView } from './use-copy-view.ts';

export interface CopyOptions extends Pick<CopyViewOptions, 'rendered' | 'html' | 'isBehind'> {
  store: WrittenDraft;
  source: () => CodeEditor | null;
}

const names = 'Show the names of missing values';

const tooLarge = 'This mail is too large to be edited here: shorten its test data.';

/** The texts of the mail, which the author edits in the preview, and their places in the source. */
export function useCopy({ store, source, ...rendering }: CopyOptions) {
  const [isEditing, setEditing] = useState(false);
  const [showsNames, setShowsNames] = useState(true);
  const view = useCopyView({ ...rendering, isEditing, showsNames });
  const marked = view.shown?.marked ?? null;
  const edits = useCopyEdits({
    store,
    marked,
    source,
    onBegun: view.begin,
    onEnded: view.end,
    onStale: view.stop,
  });
  const [cursor, setCursor] = useCursor();
  const [pointed, setPointed] = useState<number | null>(null);
  const isKnown = cursor === null || view.isCurrent;
  const found = useMemo(
    () => (cursor === null || !marked || !isKnown ? null : runAtOffset(marked.runs, cursor)),
    [cursor, marked, isKnown],
  );
  // While the author types, the last place stays.
  if (isKnown && found !== pointed) setPointed(found);
  const hasPlaces = rendering.rendered?.places !== null;
  const copy: CopyView = {
    mail: view.shown?.mail ?? null,
    onCopy: edits.receive,
    pointed,
    tools: (
      <>
        <Tooltip label={names}>
          <ActionIcon
            size="input-xs"
            variant={showsNames ? 'light' : 'default'}
            aria-label={names}
            aria-pressed={showsNames}
            onClick={() => setShowsNames(!showsNames)}
          >
            <span aria-hidden>{'{ }'}</span>
          </ActionIcon>
        </Tooltip>
        <Button
          size="xs"
          variant={isEditing ? 'filled' : 'default'}
          aria-pressed={isEditing}
          onClick={() => {
            setEditing(!isEditing);
            edits.forget();
          }}
        >
          Edit text
        </Button>
      </>
    ),
    note: edits.note || (hasPlaces ? <CopyHint isEditing={isEditing} /> : tooLarge),
  };
  return { copy, onCursor: setCursor };
}

/** The pause before the preview follows the cursor of the source, in milliseconds. */
const restMs = 120;

function useCursor() {
  const [cursor, setCursor] = useState<number | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const move = (offset: number | null) => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => setCursor(offset), restMs);
  };
  return [cursor, move] as const;
}
