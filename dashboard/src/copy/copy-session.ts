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

type Store = Pick<WrittenDraft, 'settled' | 'dispatch'>;

/** Writes a run's texts into the source while the author types. Stops if the source changes otherwise. */
export class CopySession {
  readonly #store: Store;
  readonly #decode: DecodeReference;
  /** By the index of the segment. */
  readonly #passages: ReadonlyMap<number, EditedPassage>;
  #html: string;

  private constructor(
    store: Store,
    decode: DecodeReference,
    passages: ReadonlyMap<number, EditedPassage>,
  ) {
    this.#store = store;
    this.#decode = decode;
    this.#passages = passages;
    this.#html = store.settled().draft.html;
  }

  /** Null if the run's source has changed since the mail was rendered. */
  static open(
    store: Store,
    { runs, source }: MarkedMail,
    run: number,
    decode: DecodeReference,
  ): CopySession | null {
    const { html } = store.settled().draft;
    const passages = new Map<number, EditedPassage>();
    for (const [index, segment] of runs[run]?.segments.entries() ?? []) {
      if (segment.kind !== 'text') continue;
      const start = moved(segment, source, html);
      if (start === null) return null;
      const original = source.slice(segment.start, segment.end);
      passages.set(index, { start, original, written: original });
    }
    return passages.size === 0 ? null : new CopySession(store, decode, passages);
  }

  /** Returns false and writes nothing if the source has changed by other means. */
  type(texts: readonly TypedText[]): boolean {
    const written = new Map<EditedPassage, string>();
    for (const { segment, before, after } of texts) {
      const passage = this.#passages.get(segment);
      const next = passage && replaceText(passage.original, before, after, this.#decode);
      if (!passage || next === null || next === undefined) return false;
      written.set(passage, next);
    }
    return this.#write(written);
  }

  /** Puts back the texts byte for byte. Returns false like `type`. */
  cancel(): boolean {
    return this.#write(new Map([...this.#passages.values()].map((each) => [each, each.original])));
  }

  hasChanged(): boolean {
    return [...this.#passages.values()].some(({ original, written }) => original !== written);
  }

  #write(texts: ReadonlyMap<EditedPassage, string>): boolean {
    const { html } = this.#store.settled().draft;
    const passages = [...this.#passages.values()].sort((one, other) => one.start - other.start);
    if (html !== this.#html) return false;
    let [next, at] = ['', 0];
    for (const passage of passages) {
      next += html.slice(at, passage.start);
      at = passage.start + passage.written.length;
      passage.start = next.length;
      passage.written = texts.get(passage) ?? passage.written;
      next += passage.written;
    }
    next += html.slice(at);
    this.#html = next;
    if (next !== html) this.#store.dispatch({ kind: 'written', changes: { html: next } });
    return true;
  }
}

/** The segment's beginning in `now`; null if a change touches the segment. */
function moved({ start, end }: Segment, before: string, now: string): number | null {
  const same = sameAtStart(before, now);
  if (end <= same) return start;
  const alike = sameAtEnd(before, now, same);
  return start >= before.length - alike ? start + now.length - before.length : null;
}
