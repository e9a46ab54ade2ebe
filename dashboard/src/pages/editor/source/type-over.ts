import { type Extension, MapMode, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Where the editor inserted closing tags, until the cursor leaves their line. */
const inserted = StateField.define<readonly number[]>({
  create: () => [],
  update(before, transaction) {
    const { changes, newDoc, newSelection } = transaction;
    const offsets = before.flatMap((offset) => changes.mapPos(offset, 1, MapMode.TrackDel) ?? []);
    if (transaction.isUserEvent('input.complete')) {
      changes.iterChanges((_, __, from, ___, text) => {
        if (/^<\/[^<>]+>$/.test(text.toString())) offsets.push(from);
      });
    }
    const { from, to } = newDoc.lineAt(newSelection.main.head);
    return offsets.filter((offset) => offset >= from && offset <= to);
  },
});

/** An author who types `</p>` before the `</p>` that the editor inserted has one of them. */
export const typeOver: Extension = [
  inserted,
  EditorView.inputHandler.of((view, from, to, text) => {
    const { doc } = view.state;
    if (text !== '>' || from !== to || !view.state.field(inserted).includes(from)) return false;
    const tag = /^<\/[^<>]+>/.exec(doc.sliceString(from, doc.lineAt(from).to))?.[0] ?? '>';
    const typed = tag.slice(0, -1);
    if (doc.sliceString(from - typed.length, from) !== typed) return false;
    view.dispatch({
      changes: { from, to: from + tag.length, insert: text },
      selection: { anchor: from + 1 },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  }),
];
