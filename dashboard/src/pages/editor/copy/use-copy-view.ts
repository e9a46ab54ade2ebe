import { useMemo, useState } from 'react';
import { type MarkedMail, markMail } from '../../../copy/marked-mail.ts';
import type { PreviewMail } from '../../../parts/preview/preview-channel.ts';
import type { ShownCopy } from '../../../parts/preview/preview-messages.ts';
import type { Rendering } from '../use-preview.ts';

export interface CopyViewOptions {
  /** The last rendering; null before the first. */
  rendered: Rendering | null;
  /** The draft's HTML, as the page shows it. */
  html: string;
  /** Whether `rendered` is of an older draft, because the present one has problems. */
  isBehind: boolean;
  /** Whether a click in the preview edits a text. */
  isEditing: boolean;
  /** Whether placeholders without a value are shown by their names. */
  showsNames: boolean;
}

/** The mail that the preview shows, with the marks of its texts. */
interface Shown {
  marked: MarkedMail;
  mail: PreviewMail;
}

/**
 * The mail that the preview shows. While the author edits a text in it, it stays; afterwards it stays until the mail with
 * the new text is rendered.
 */
export function useCopyView(options: CopyViewOptions) {
  const { rendered, html, isBehind, isEditing, showsNames } = options;
  const [phase, setPhase] = useState<'idle' | 'typing' | 'typed'>('idle');
  const [attempt, setAttempt] = useState(0);
  const marked = useMemo(() => rendered && markMail(rendered, rendered.source), [rendered]);
  const next = useMemo(
    () => marked && { marked, mail: mailOf(marked, { attempt, isEditing, showsNames }) },
    [marked, isEditing, showsNames, attempt],
  );
  const [shown, setShown] = useState<Shown | null>(next);
  const isCurrent = rendered?.source === html;
  if (phase === 'typed' && (isCurrent || isBehind)) setPhase('idle');
  if (phase === 'idle' && shown !== next) setShown(next);
  return {
    shown,
    /** Whether the preview shows the present draft, and the author edits no text in it. */
    isCurrent: isCurrent && phase === 'idle',
    begin: () => setPhase('typing'),
    end: () => setPhase('typed'),
    /** Ends the edit at once: the preview shows the last rendering. */
    stop: () => {
      setPhase('idle');
      setAttempt((before) => before + 1);
    },
  };
}

type CopyState = Pick<ShownCopy, 'attempt' | 'isEditing' | 'showsNames'>;

function mailOf({ html, token, runs }: MarkedMail, state: CopyState): PreviewMail {
  const shown = runs.map(({ isEditable, segments }) => ({
    isEditable,
    segments: segments.map(({ kind, name = '', isMissing }) => ({
      kind,
      isMissing,
      name: name === '.' ? 'item' : name,
    })),
  }));
  return { html, copy: { ...state, token, runs: shown } };
}
