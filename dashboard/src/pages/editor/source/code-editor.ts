import { historyField } from '@codemirror/commands';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import { editorOffset, markedLength, offsetOf } from '../../../draft/text-place.ts';
import { sourceTheme } from '../../../parts/source-theme.ts';
import { lineEndings, lineEndingsRead, readLineEndings, textOf } from './line-endings.ts';
import { type KnownNames, namesKnown } from './placeholders.ts';

export interface CodeEditorOptions {
  parent: HTMLElement;
  label: string;
  text: string;
  /** What `close` returned when the source was shown before: undo and the cursor. */
  kept?: KeptSource | undefined;
  extensions: Extension;
  /** Called when the author pauses after a change; see `restMs`. */
  onText: (text: string) => void;
}

/** A source that is not shown, with its undo and its cursor. */
export interface KeptSource {
  text: string;
  state: unknown;
}

/** The pause in typing after which the page gets the text, in milliseconds. */
const restMs = 30;

/** Marks a change by the page, not by the author. */
const byPage = Annotation.define<boolean>();

/**
 * A source in CodeMirror. It owns its text, so that typing never waits for the page. It keeps every byte that
 * the author does not change.
 */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #onText: (text: string) => void;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The text that the page knows. */
  #known: string;
  #isMarked = false;

  constructor({ parent, label, text, kept, extensions, onText }: CodeEditorOptions) {
    this.#onText = onText;
    this.#known = text;
    const config = {
      extensions: [
        basicSetup,
        sourceTheme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          tabindex: '0',
        }),
        lineEndings.init(() => readLineEndings(text)),
        extensions,
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && !transactions.some((each) => each.annotation(byPage))) this.#rest();
        }),
        EditorView.domEventHandlers({ blur: () => this.write() }),
      ],
    };
    // What is kept belongs to its text: an undo of another one would write nonsense.
    const state =
      kept?.text === text
        ? EditorState.fromJSON(kept.state, config, { history: historyField })
        : EditorState.create({ ...config, doc: text });
    this.#view = new EditorView({ state, parent });
  }

  /** Gives the page the text, if the author has changed it since the last time. */
  write(): void {
    if (this.#resting === undefined) return;
    clearTimeout(this.#resting);
    this.#resting = undefined;
    const text = textOf(this.#view.state);
    if (text === this.#known) return;
    this.#known = text;
    this.#onText(text);
  }

  /** Shows a text that the page provides. Undo brings back the text before it. */
  show(text: string): void {
    if (text === this.#known) return;
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#known = text;
    const { doc } = this.#view.state;
    const next = this.#view.state.toText(text);
    this.#view.dispatch({
      changes: changeBetween(doc.toString(), next.toString()),
      effects: lineEndingsRead.of(readLineEndings(text)),
      annotations: byPage.of(true),
    });
  }

  offer(names: KnownNames): void {
    this.#view.dispatch({ effects: namesKnown.of(names) });
  }

  mark(problems: readonly DraftProblem[]): void {
    const diagnostics = problems.flatMap((problem) => this.#diagnosticOf(problem));
    if (diagnostics.length === 0 && !this.#isMarked) return;
    this.#isMarked = diagnostics.length > 0;
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  #diagnosticOf({ place, severity, detail }: DraftProblem): Diagnostic[] {
    if (place === null) return [];
    const offset = offsetOf(this.#known, place);
    const { length } = this.#view.state.doc;
    const from = Math.min(editorOffset(this.#known, offset), length);
    const to = Math.min(from + markedLength(this.#known, offset), length);
    return [{ from, to, severity, message: detail }];
  }

  /** Puts the cursor at an offset of the text and scrolls to it. */
  jumpTo(offset: number): void {
    const anchor = Math.min(editorOffset(this.#known, offset), this.#view.state.doc.length);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  close(): KeptSource {
    this.write();
    const state: unknown = this.#view.state.toJSON({ history: historyField });
    this.#view.destroy();
    return { text: this.#known, state };
  }

  #rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.write(), restMs);
  }
}

/** The difference of two texts as one change, so that a cursor elsewhere stays in place. */
function changeBetween(before: string, after: string) {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
