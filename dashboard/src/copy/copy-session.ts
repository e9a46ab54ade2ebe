import type { WrittenDraft } from '../draft/draft-in-language.ts';
import { sameAtEnd, sameAtStart } from '../draft/text-place.ts';
import type { TypedText } from '../parts/preview/preview-messages.ts';
import type { MarkedMail, Segment } from './copy-runs.ts';
import { type DecodeReference, replaceText } from './replace-text.ts';

interface EditedPassage {
  /** In the present source. */
  start: number;
  /** The source before, and now. */
  original: string;
  written: string;
}

export type CopySession = NonNullable<ReturnType<typeof openCopySession>>;

/**
 * Writes a run's texts into the source while the author types. Null if the run's source has changed since the mail was
 * rendered. `type` and `cancel` return false, and write nothing, if the source has changed by other means.
 */
export function openCopySession(
  store: Pick<WrittenDraft, 'settled' | 'dispatch'>,
  { runs, source }: MarkedMail,
  run: number,
  decode: DecodeReference,
) {
  let known = store.settled().draft.html;
  /** By the index of the segment. */
  const passages = new Map<number, EditedPassage>();
  for (const [index, segment] of runs[run]?.segments.entries() ?? []) {
    if (segment.kind !== 'text') continue;
    const start = moved(segment, source, known);
    if (start === null) return null;
    const original = source.slice(segment.start, segment.end);
    passages.set(index, { start, original, written: original });
  }
  if (passages.size === 0) return null;
  const inOrder = [...passages.values()].sort((one, other) => one.start - other.start);

  const write = (texts: ReadonlyMap<EditedPassage, string>): boolean => {
    const { html } = store.settled().draft;
    if (html !== known) return false;
    let [next, at] = ['', 0];
    for (const passage of inOrder) {
      next += html.slice(at, passage.start);
      at = passage.start + passage.written.length;
      passage.start = next.length;
      passage.written = texts.get(passage) ?? passage.written;
      next += passage.written;
    }
    known = next + html.slice(at);
    if (known !== html) store.dispatch({ kind: 'written', changes: { html: known } });
    return true;
  };
  return {
    type: (texts: readonly TypedText[]): boolean => {
      const written = new Map<EditedPassage, string>();
      for (const { segment, before, after } of texts) {
        const passage = passages.get(segment);
        const next = passage && replaceText(passage.original, before, after, decode);
        if (!passage || next === null || next === undefined) return false;
        written.set(passage, next);
      }
      return write(written);
    },
    /** Puts back the texts byte for byte. */
    cancel: () => write(new Map(inOrder.map((each) => [each, each.original]))),
    hasChanged: () => inOrder.some(({ original, written }) => original !== written),
  };
}

/** The segment's beginning in `now`; null if a change touches the segment. */
function moved({ start, end }: Segment, before: string, now: string): number | null {
  const same = sameAtStart(before, now);
  if (end <= same) return start;
  const alike = sameAtEnd(before, now, same);
  return start >= before.length - alike ? start + now.length - before.length : null;
}
