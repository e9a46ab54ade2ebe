import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { type MarkedMail, markMail, runAtOffset } from '../../../copy/copy-runs.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { PreviewMail } from '../../../parts/preview/preview-channel.ts';
import type { CopyView } from '../../../parts/preview/preview-pane.tsx';
import type { CodeEditor } from '../source/code-editor.ts';
import type { Rendering } from '../use-preview.ts';
import { CopyHint } from './copy-note.tsx';
import { useCopyEdits } from './use-copy-edits.tsx';

export interface CopyOptions {
  store: WrittenDraft;
  source: () => CodeEditor | null;
  rendered: Rendering | null;
  /** The draft's HTML, as the page shows it. */
  html: string;
  /** Whether `rendered` is of an older draft, because the present one has problems. */
  isBehind: boolean;
}

const tooLarge = 'This mail is too large to be edited here: shorten its test data.';

/** The texts of the mail, which the author edits in the preview, and their places in the source. */
export function useCopy({ store, source, ...rendering }: CopyOptions) {
  const [isEditing, setEditing] = useState(false);
  const { marked = null, mail = null, ...view } = useShownMail(rendering, isEditing);
  const edits = useCopyEdits({ store, marked, source, ...view });
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
    mail,
    onCopy: edits.receive,
    pointed,
    tools: (
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
    ),
    note: edits.note || (hasPlaces ? <CopyHint isEditing={isEditing} /> : tooLarge),
  };
  return { copy, onCursor: setCursor };
}

/** The mail that the preview shows. It stays while the author edits a text in it, until the new text is rendered. */
function useShownMail(
  { rendered, html, isBehind }: Pick<CopyOptions, 'rendered' | 'html' | 'isBehind'>,
  isEditing: boolean,
) {
  const [phase, setPhase] = useState<'idle' | 'typing' | 'typed'>('idle');
  const [stops, setStops] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mail that is shown again ends its edit
  const next = useMemo(() => {
    const marked = rendered && markMail(rendered, rendered.source);
    return marked && { marked, mail: previewOf(marked, isEditing) };
  }, [rendered, isEditing, stops]);
  const [shown, setShown] = useState(next);
  const isCurrent = rendered?.source === html;
  if (phase === 'typed' && (isCurrent || isBehind)) setPhase('idle');
  if (phase === 'idle' && shown !== next) setShown(next);
  return {
    ...shown,
    /** Whether the preview shows the present draft, and the author edits no text in it. */
    isCurrent: isCurrent && phase === 'idle',
    onBegun: () => setPhase('typing'),
    onEnded: () => setPhase('typed'),
    /** Ends the edit at once: the preview shows the last rendering. */
    onStale: () => {
      setPhase('idle');
      setStops((before) => before + 1);
    },
  };
}

function previewOf({ html, token, runs }: MarkedMail, isEditing: boolean): PreviewMail {
  const shown = runs.map(({ isEditable, segments }) => ({
    isEditable,
    segments: segments.map(({ kind, name = '', isMissing }) => ({
      kind,
      isMissing,
      name: name === '.' ? 'item' : name,
    })),
  }));
  return { html, copy: { isEditing, token, runs: shown } };
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
