import {
  type EditorState,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
} from '@codemirror/state';

/** The ways in which a text ends its lines. The editor itself knows only lines. */
export type LineEnding = '\n' | '\r\n' | '\r';

class OtherEnding extends RangeValue {
  // Text beside a break is none of it, and what is left of a deleted break is nothing.
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

/** How the lines of a text end: mostly alike, and the breaks that are other, by position. */
export interface LineEndings {
  readonly usual: LineEnding;
  readonly others: RangeSet<OtherEnding>;
}

const anyEnding = /\r\n?|\n/g;

/** Reads a text for the editor, which turns every line break into a line feed. */
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

/** Says that the text was replaced by one whose lines end otherwise. */
export const lineEndingsRead = StateEffect.define<LineEndings>();

/** Follows the breaks while the text around them changes; a new line ends as most do. */
export const lineEndings = StateField.define<LineEndings>({
  create: () => ({ usual: '\n', others: RangeSet.empty }),
  update: (endings, transaction) => {
    for (const effect of transaction.effects) if (effect.is(lineEndingsRead)) return effect.value;
    if (!transaction.docChanged || endings.others === RangeSet.empty) return endings;
    return { ...endings, others: endings.others.map(transaction.changes) };
  },
});

/** The text with every line ended as it was. */
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
