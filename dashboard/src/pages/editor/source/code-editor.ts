import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  redo,
  undo,
} from '@codemirror/commands';
import { type Diagnostic, diagnosticCount, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import {
  changeBetween,
  editorOffset,
  markedLength,
  offsetOf,
  textOffset,
  withLineFeeds,
  writtenText,
} from '../../../draft/text-place.ts';
import { sourceTheme } from '../../../parts/source-theme.ts';

export interface CodeEditorOptions {
  parent: HTMLElement;
  label: string;
  text: string;
  /** The result of the previous `close`. */
  kept?: KeptSource | undefined;
  extensions: Extension;
  /** One line, as in an input. Default: false. */
  isLine?: boolean;
  /** Called after a pause of `restMs`. */
  onText: (text: string) => void;
  /** Called with the cursor's offset in the text; null if the author left the source. */
  onCursor: (offset: number | null) => void;
}

export interface KeptSource {
  text: string;
  state: unknown;
}

/** The pause in typing before `onText`, in milliseconds. */
const restMs = 50;

const byPage = Annotation.define<boolean>();

/** CodeMirror owns the text: typing never waits for the page. Unchanged bytes stay. */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: CodeEditorOptions;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The text that the page last got or provided. */
  #known: string;

  constructor(options: CodeEditorOptions) {
    const { parent, label, text, kept, extensions, isLine = false, onCursor } = options;
    this.#options = options;
    this.#known = text;
    const config = {
      extensions: [
        isLine ? oneLine : [basicSetup, EditorView.lineWrapping],
        sourceTheme,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          tabindex: '0',
        }),
        extensions,
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions, view }) => {
          const isTyped = docChanged && !transactions.some((each) => each.annotation(byPage));
          if (isTyped) {
            clearTimeout(this.#resting);
            this.#resting = setTimeout(() => this.write(), restMs);
          }
          const { head } = view.state.selection.main;
          if (selectionSet && view.hasFocus) onCursor(textOffset(this.#known, head));
        }),
        EditorView.domEventHandlers({
          blur: () => {
            this.write();
            onCursor(null);
          },
        }),
      ],
    };
    // The kept state belongs to its text: on another text, its undo would write nonsense.
    const state =
      kept?.text === text
        ? EditorState.fromJSON(kept.state, config, { history: historyField })
        : EditorState.create({ ...config, doc: text });
    this.#view = new EditorView({ state, parent });
  }

  write(): void {
    if (this.#resting === undefined) return;
    clearTimeout(this.#resting);
    this.#resting = undefined;
    const text = writtenText(this.#known, this.#view.state.doc.toString());
    if (text === this.#known) return;
    this.#known = text;
    this.#options.onText(text);
  }

  show(text: string): void {
    if (text === this.#known) return;
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#known = text;
    const changes = changeBetween(this.#view.state.doc.toString(), withLineFeeds(text));
    this.#view.dispatch({ changes, annotations: byPage.of(true) });
  }

  mark(problems: readonly DraftProblem[]): void {
    if (problems.length === 0 && diagnosticCount(this.#view.state) === 0) return;
    const diagnostics = problems.flatMap((problem) => this.#diagnosticOf(problem));
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

  /** Without `takesFocus`, only selects the word at the offset. */
  jumpTo(offset: number, takesFocus = true): void {
    const anchor = Math.min(editorOffset(this.#known, offset), this.#view.state.doc.length);
    this.#view.dispatch({
      selection: takesFocus ? { anchor } : (this.#view.state.wordAt(anchor) ?? { anchor }),
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    if (takesFocus) this.#view.focus();
  }

  undo(isRedo = false): void {
    (isRedo ? redo : undo)(this.#view);
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
}

// A field of one line joins the lines of pasted text.
const noBreaks = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, newDoc } = transaction;
  if (!docChanged || newDoc.lines === 1) return transaction;
  const breaks = [...newDoc.toString().matchAll(/\n/g)];
  const changes = breaks.map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }));
  return [transaction, { changes, sequential: true }];
});

const oneLine: Extension = [
  history(),
  drawSelection(),
  closeBrackets(),
  autocompletion(),
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['{'] } }]),
  noBreaks,
  keymap.of([
    ...completionKeymap,
    { key: 'Enter', run: () => true },
    ...defaultKeymap,
    ...historyKeymap,
  ]),
  EditorView.contentAttributes.of({ 'aria-multiline': 'false' }),
];
