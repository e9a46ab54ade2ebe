import { useRef, useState } from 'react';
import { CopySession } from '../../../copy/copy-session.ts';
import type { MarkedMail } from '../../../copy/marked-mail.ts';
import { sourceOffset } from '../../../copy/replace-text.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { CopyMessage } from '../../../parts/preview/preview-messages.ts';
import type { SourceHandle } from '../source/code-field.tsx';
import type { CopyFact } from './copy-note.tsx';

export interface CopyEditsOptions {
  store: WrittenDraft;
  /** The mail that the preview shows. */
  marked: MarkedMail | null;
  source: () => SourceHandle | null;
  onBegun: () => void;
  onEnded: () => void;
  /** The edit cannot go on, because the source has changed. */
  onStale: () => void;
}

type Message<Kind extends CopyMessage['kind']> = Extract<CopyMessage, { kind: Kind }>;

/** Writes into the source what the author does in the preview. `fact`: what the author has to know of it. */
export function useCopyEdits(options: CopyEditsOptions) {
  const { store, marked, source, onBegun, onEnded, onStale } = options;
  const [fact, setFact] = useState<CopyFact | null>(null);
  const session = useRef<CopySession>(null);
  /** The last edit, which the button “Undo” takes back as a whole. */
  const ended = useRef<CopySession>(null);
  const segmentsOf = (run: number) => marked?.runs[run]?.segments ?? [];

  const stopAsStale = () => {
    session.current = null;
    setFact({ kind: 'stale' });
    onStale();
  };
  const point = ({ run, segment: index, offset }: Message<'pointed'>) => {
    const segment = segmentsOf(run)[index];
    if (!segment || !marked) return;
    setFact({ kind: 'place', segment, isRefused: false });
    if (segment.in !== undefined) return;
    const written = marked.source.slice(segment.start, segment.end);
    const isText = segment.kind === 'text';
    source()?.showAt(segment.start + (isText ? sourceOffset(written, offset, decodeReference) : 0));
  };
  const refuse = ({ run, segment: index }: Message<'refused'>) => {
    const segment = segmentsOf(run)[index];
    if (segment) setFact({ kind: 'place', segment, isRefused: true });
  };
  const begin = ({ run, segment: index }: Message<'begun'>) => {
    if (!marked) return;
    session.current = CopySession.open(store, marked, run, decodeReference);
    if (!session.current) return stopAsStale();
    const segments = segmentsOf(run);
    const segment = segments[index];
    const times = Math.max(...segments.map((each) => (each.kind === 'text' ? each.times : 1)));
    const hasNames = segments.some(({ kind }) => kind === 'value');
    if (segment && segment.kind !== 'text') setFact({ kind: 'place', segment, isRefused: true });
    else setFact({ kind: 'begun', times, hasNames });
    onBegun();
  };
  const type = ({ texts }: Message<'typed'>) => {
    if (!session.current) return;
    if (!session.current.type(texts)) return stopAsStale();
    const hasBraces = texts.some(({ before, after }) => /\{\{/.test(after) && !/\{\{/.test(before));
    if (hasBraces) setFact({ kind: 'braces' });
  };
  const end = ({ keeps }: Message<'ended'>) => {
    const { current } = session;
    if (!current) return;
    if (!keeps && !current.cancel()) return stopAsStale();
    ended.current = current;
    session.current = null;
    const hasOwnText = store.current().draft.text !== null;
    setFact(current.hasChanged() ? { kind: 'changed', hasOwnText } : null);
    onEnded();
  };
  const undo = ({ isRedo }: Message<'undo'>) => {
    setFact(null);
    if (isRedo) source()?.redo();
    else source()?.undo();
  };
  const takeBack = () => {
    setFact(null);
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
        return undo(message);
    }
  };
  return { fact, forget: () => setFact(null), receive, takeBack };
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
