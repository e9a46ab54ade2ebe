import { type ReactNode, useRef, useState } from 'react';
import type { MarkedMail, Segment } from '../../../copy/copy-runs.ts';
import { type CopySession, openCopySession } from '../../../copy/copy-session.ts';
import { sourceOffset } from '../../../copy/replace-text.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import { PlainButton } from '../../../parts/looks.tsx';
import { PageLink } from '../../../parts/name.tsx';
import type { CopyMessage, TypedText } from '../../../parts/preview/preview-messages.ts';
import type { CodeEditor } from '../source/code-editor.ts';

interface CopyEditsOptions {
  store: WrittenDraft;
  marked: MarkedMail | null;
  source: () => CodeEditor | null;
  onBegun: () => void;
  onEnded: () => void;
  /** Called when a change of the source ends the edit. */
  onStale: () => void;
}

type PlaceMessage = Extract<CopyMessage, { segment: number }>;

export function useCopyEdits(options: CopyEditsOptions) {
  const { store, marked, source, onBegun, onEnded, onStale } = options;
  const [note, setNote] = useState<ReactNode>(null);
  const session = useRef<CopySession>(null);
  /** “Undo” takes it back as a whole. */
  const ended = useRef<CopySession>(null);

  const stopAsStale = () => {
    session.current = null;
    setNote('The source has changed in the meantime, so this text was not. Edit it again.');
    onStale();
  };
  const type = (texts: TypedText[]) => {
    if (!session.current) return;
    if (!session.current.type(texts)) return stopAsStale();
    if (texts.some(({ before, after }) => after.includes('{{') && !before.includes('{{'))) {
      setNote('The mail will show these braces as you typed them. Add placeholders in the source.');
    }
  };
  const end = (keeps: boolean) => {
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
          <PlainButton size="compact-xs" onClick={takeBack}>
            Undo
          </PlainButton>
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
    if (message.kind === 'typed') return type(message.texts);
    if (message.kind === 'ended') return end(message.keeps);
    if (message.kind === 'undo') {
      setNote(null);
      return source()?.undo(message.isRedo);
    }
    return receivePlace(message);
  };
  const receivePlace = (message: PlaceMessage) => {
    const segments = marked?.runs[message.run]?.segments ?? [];
    const segment = segments[message.segment];
    if (!marked || !segment) return;
    if (message.kind === 'begun') {
      session.current = openCopySession(store, marked, message.run, decodeReference);
      if (!session.current) return stopAsStale();
      setNote(segment.kind === 'text' ? begunNote(segments) : placeNote(segment, true));
      return onBegun();
    }
    setNote(placeNote(segment, message.kind === 'refused'));
    if (message.kind === 'refused' || segment.in !== undefined) return;
    const written = marked.source.slice(segment.start, segment.end);
    const isText = segment.kind === 'text';
    const within = isText ? sourceOffset(written, message.offset, decodeReference) : 0;
    source()?.jumpTo(segment.start + within, false);
  };
  return { note, forget: () => setNote(null), receive };
}

function decodeReference(reference: string): string {
  return new DOMParser().parseFromString(reference, 'text/html').body.textContent ?? '';
}

function begunNote(segments: readonly Segment[]): string {
  const times = Math.max(...segments.map((each) => (each.kind === 'text' ? each.times : 1)));
  const text =
    times > 1
      ? `The mail shows this text ${times} times: a change changes all of them.`
      : 'Enter keeps the text, Escape puts it back.';
  const hasNames = segments.some(({ kind }) => kind === 'value');
  return hasNames ? `${text} Blue names differ in each mail.` : text;
}

/** Says why a segment cannot be edited; null if it can. `isRefused`: the author has tried to edit it. */
function placeNote({ in: file, kind, name }: Segment, isRefused: boolean): ReactNode {
  const link = file !== undefined && (
    <PageLink to={`/templates/${file}`} underline="always">
      {file}
    </PageLink>
  );
  if (kind === 'value') {
    const what = name === '.' ? 'an item of a list' : `the value of “${name}”`;
    return (
      <>
        This is {what}: change it in the test data.{link && <> Its placeholder is in {link}.</>}
      </>
    );
  }
  if (link) {
    return (
      <>
        This {kind === 'image' ? kind : 'text'} is in {link}:{' '}
        {isRefused ? 'edit it there' : 'a change there changes it'}.
      </>
    );
  }
  if (kind === 'image') return 'This is an image: change it in the source.';
  return isRefused ? 'This text repeats: edit it where it is first.' : null;
}
