import { Button, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { markMail, runAtOffset } from '../../../copy/copy-runs.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { PreviewMail } from '../../../parts/preview/preview-channel.ts';
import type { CopyView } from '../../../parts/preview/preview-pane.tsx';
import type { CodeEditor } from '../source/code-editor.ts';
import type { Rendering } from '../use-preview.ts';
import { useCopyEdits } from './use-copy-edits.tsx';

interface CopyOptions {
  store: WrittenDraft;
  source: () => CodeEditor | null;
  rendered: Rendering | null;
  html: string;
  /** The present draft has problems, so `rendered` is that of an older one. */
  isBehind: boolean;
}

const tooLarge = 'This mail is too large to be edited here: shorten its test data.';

/** The pause before the preview follows the source's cursor, in milliseconds. */
const restMs = 120;

export function useCopy({ store, source, ...rendering }: CopyOptions) {
  const [isEditing, setEditing] = useState(false);
  const { marked = null, mail = null, ...view } = useShownMail(rendering, isEditing);
  const edits = useCopyEdits({ store, marked, source, ...view });
  const cursor = useRef<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { isCurrent } = view;
  const point = useEffectEvent(() => {
    const at = cursor.current;
    // While the author types, the last place stays.
    if (at !== null && !isCurrent) return;
    setPointed(at === null || !marked ? null : runAtOffset(marked.runs, at));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mail that is shown decides the place
  useEffect(point, [marked, isCurrent]);
  const pointSoon = useDebouncedCallback(() => startTransition(point), restMs);
  const onCursor = (offset: number | null) => {
    cursor.current = offset;
    pointSoon();
  };
  const hasPlaces = rendering.rendered?.places !== null;
  const hint = isEditing ? (
    'Click a text and type. Bold words and links are texts of their own.'
  ) : (
    <Text c="dimmed" span inherit>
      To edit a text, double-click it or choose “Edit text”.
    </Text>
  );
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
    note: edits.note || (hasPlaces ? hint : tooLarge),
  };
  return { copy, onCursor };
}

/** Stays while the author edits a text in it, until the new text is rendered. */
function useShownMail(
  { rendered, html, isBehind }: Omit<CopyOptions, 'store' | 'source'>,
  isEditing: boolean,
) {
  const [phase, setPhase] = useState<'idle' | 'typing' | 'typed'>('idle');
  const [attempt, setAttempt] = useState(0);
  const next = useMemo(() => {
    if (!rendered) return null;
    const marked = markMail(rendered, rendered.source);
    const { html, token, runs } = marked;
    const mail: PreviewMail = { html, copy: { token, runs, isEditing, attempt } };
    return { marked, mail };
  }, [rendered, isEditing, attempt]);
  const [shown, setShown] = useState(next);
  const isCurrent = rendered?.source === html;
  if (phase === 'typed' && (isCurrent || isBehind)) setPhase('idle');
  if (phase === 'idle' && shown !== next) setShown(next);
  return {
    ...shown,
    /** The preview shows the present draft, and the author edits no text in it. */
    isCurrent: isCurrent && phase === 'idle',
    onBegun: () => setPhase('typing'),
    onEnded: () => setPhase('typed'),
    /** Ends the edit: the preview shows the last rendering. */
    onStale: () => {
      setPhase('idle');
      setAttempt((before) => before + 1);
    },
  };
}
