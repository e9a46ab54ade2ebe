import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { CopySession } from '../../../copy/copy-session.ts';
import type { MarkedMail } from '../../../copy/marked-mail.ts';
import { sourceOffset } from '../../../copy/replace-text.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { CopyMessage } from '../../../parts/preview/preview-messages.ts';
import type { CodeEditor } from '../source/code-editor.ts';
import { begunNote, placeNote } from './copy-note.tsx';

export interface CopyEditsOptions {
  store: WrittenDraft;
  /** The mail that the preview shows. */
  marked: MarkedMail | null;
  source: () => CodeEditor | null;
  onBegun: () => void;
  onEnded: () => void;
  /** Called when the edit cannot go on, because the source has changed. */
  onStale: () => void;
}

type Message<Kind extends CopyMessage['kind']> = Extract<CopyMessage, { kind: Kind }>;

/** Applies the author's edits in the preview to the source. `note` is what the author has to know about them. */
export function useCopyEdits(options: CopyEditsOptions) {
  const { store, marked, source, onBegun, onEnded, onStale } = options;
  const [note, setNote] = useState<ReactNode>(null);
  const session = useRef<CopySession>(null);
  /** The last edit, which the button “Undo” takes back as a whole. */
  const ended = useRef<CopySession>(null);
  const segmentsOf = (run: number) => marked?.runs[run]?.segments ?? [];

  const stopAsStale = () => {
    session.current = null;
    setNote('The source has changed in the meantime, so this text was not. Edit it again.');
    onStale();
  };
  const point = ({ run, segment: index, offset }: Message<'pointed'>) => {
    const segment = segmentsOf(run)[index];
    if (!segment || !marked) return;
    setNote(placeNote(segment, false));
    if (segment.in !== undefined) return;
    const written = marked.source.slice(segment.start, segment.end);
    const within = segment.kind === 'text' ? sourceOffset(written, offset, decodeReference) : 0;
    source()?.jumpTo(segment.start + within, false);
  };
  const refuse = ({ run, segment: index }: Message<'refused'>) => {
    const segment = segmentsOf(run)[index];
    if (segment) setNote(placeNote(segment, true));
  };
  const begin = ({ run, segment: index }: Message<'begun'>) => {
    if (!marked) return;
    session.current = CopySession.open(store, marked, run, decodeReference);
    if (!session.current) return stopAsStale();
    const segments = segmentsOf(run);
    const segment = segments[index];
    const isText = !segment || segment.kind === 'text';
    setNote(isText ? begunNote(segments) : placeNote(segment, true));
    onBegun();
  };
  const type = ({ texts }: Message<'typed'>) => {
    if (!session.current) return;
    if (!session.current.type(texts)) return stopAsStale();
    if (texts.some(({ before, after }) => after.includes('{{') && !before.includes('{{'))) {
      setNote('The mail will show these braces as you typed them. Add placeholders in the source.');
    }
  };
  const end = ({ keeps }: Message<'ended'>) => {
    const { current } = session;
    if (!current) return;
    if (!keeps && !current.cancel()) return stopAsStale();
    ended.current = current;
    session.current = null;
    const hasOwnText = store.current().draft.text !== null;
    setNote(
      current.hasChanged() && (
        <>
          The text is changed.
          {hasOwnText && ' The plain text is not: the template has its own.'}{' '}
          <Button size="compact-xs" variant="default" onClick={takeBack}>
            Undo
          </Button>
        </>
      ),
    );
    onEnded();
  };
  const takeBack = () => {
    setNote(null);
    if (!ended.current?.cancel()) source()?.undo();
  };
  const receive = (message: CopyMessage) => {
    switch (message.kind) {
      case 'pointed':
        return point(message);
      case 'refused':
        return refuse(message);
      case 'begun':
        return begin(message);
      case 'typed':
        return type(message);
      case 'ended':
        return end(message);
      case 'undo':
        setNote(null);
        return source()?.undo(message.isRedo);
    }
  };
  return { note, forget: () => setNote(null), receive };
}

const known = new Map<string, string>();

/** Decodes a character reference, such as `&amp;`, with the browser's own parser. */
function decodeReference(reference: string): string {
  const before = known.get(reference);
  if (before !== undefined) return before;
  const { body } = new DOMParser().parseFromString(reference, 'text/html');
  const text = body.textContent ?? '';
  known.set(reference, text);
  return text;
}
