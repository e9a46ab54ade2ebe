import {
  type EditorState,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
} from '@codemirror/state';

/** The characters that end a line. CodeMirror itself keeps only the lines. */
export type LineEnding = '\n' | '\r\n' | '\r';

class OtherEnding extends RangeValue {
  // Text inserted beside a line break does not belong to it, and a deleted break leaves nothing.
  override startSide = 1;
  override endSide = -1;
  readonly ending: LineEnding;

  constructor(ending: LineEnding) {
    super();
    this.ending = ending;
  }

  override eq(other: RangeValue): boolean {
    return other instanceof OtherEnding && other.ending === this.ending;
  }
}

/** The line endings of a text: the usual one, and the positions of all others. */
export interface LineEndings {
  readonly usual: LineEnding;
  readonly others: RangeSet<OtherEnding>;
}

const anyEnding = /\r\n?|\n/g;

/** Reads the line endings of a text, since the editor turns each into a line feed. */
export function readLineEndings(text: string): LineEndings {
  const endings = text.match(anyEnding) ?? [];
  const usual = mostOf(endings);
  const builder = new RangeSetBuilder<OtherEnding>();
  let shift = 0;
  for (const { 0: ending, index } of text.matchAll(anyEnding)) {
    const from = index - shift;
    shift += ending.length - 1;
    if (ending !== usual && isEnding(ending)) builder.add(from, from + 1, new OtherEnding(ending));
  }
  return { usual, others: builder.finish() };
}

function mostOf(endings: readonly string[]): LineEnding {
  const count = (ending: LineEnding) => endings.filter((each) => each === ending).length;
  const kinds: LineEnding[] = ['\n', '\r\n', '\r'];
  return kinds.reduce((most, kind) => (count(kind) > count(most) ? kind : most));
}

function isEnding(text: string): text is LineEnding {
  return text === '\n' || text === '\r\n' || text === '\r';
}

/** The whole text was replaced: these are the line endings of the new text. */
export const lineEndingsRead = StateEffect.define<LineEndings>();

/** Keeps the positions of the endings while the text changes. A new line gets the usual ending. */
export const lineEndings = StateField.define<LineEndings>({
  create: () => ({ usual: '\n', others: RangeSet.empty }),
  update: (endings, transaction) => {
    for (const effect of transaction.effects) if (effect.is(lineEndingsRead)) return effect.value;
    if (!transaction.docChanged || endings.others === RangeSet.empty) return endings;
    return { ...endings, others: endings.others.map(transaction.changes) };
  },
});

/** The text with its original line endings. */
export function textOf(state: EditorState): string {
  const { usual, others } = state.field(lineEndings);
  if (others.size === 0) return state.doc.sliceString(0, state.doc.length, usual);
  const pieces: string[] = [];
  let at = 0;
  for (const other = others.iter(); other.value !== null; other.next()) {
    pieces.push(state.doc.sliceString(at, other.from, usual), other.value.ending);
    at = other.to;
  }
  pieces.push(state.doc.sliceString(at, state.doc.length, usual));
  return pieces.join('');
}
