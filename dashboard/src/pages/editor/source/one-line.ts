import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';

/** Joins the lines of pasted text: the field has one line, as an input. */
const noBreaks = EditorState.transactionFilter.of((transaction) => {
  const { docChanged, newDoc } = transaction;
  if (!docChanged || newDoc.lines === 1) return transaction;
  const breaks = [...newDoc.toString().matchAll(/\n/g)];
  const changes = breaks.map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }));
  return [transaction, { changes, sequential: true }];
});

/** A code editor of one line: an input that highlights and completes. */
export const oneLine: Extension = [
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
