import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const partial = /\{\{\s*>\s*([A-Za-z0-9][A-Za-z0-9_-]{0,63})\s*\}\}/g;

/** The id of the partial whose tag is at an offset; null if there is none. */
export function partialAt(text: string, offset: number): string | null {
  for (const { index, 0: tag, 1: id } of text.matchAll(partial)) {
    if (index <= offset && offset <= index + tag.length) return id ?? null;
  }
  return null;
}

/** Opens the partial of a tag: by a click with Ctrl or Cmd, or by Alt+Enter where the cursor is. */
export function openPartial(open: (id: string) => void): Extension {
  const openAt = (view: EditorView, position: number | null) => {
    if (position === null) return false;
    const { from, text } = view.state.doc.lineAt(position);
    const id = partialAt(text, position - from);
    if (id !== null) open(id);
    return id !== null;
  };
  return [
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const isOpened = openAt(view, view.posAtCoords({ x: event.clientX, y: event.clientY }));
        if (isOpened) event.preventDefault();
        return isOpened;
      },
    }),
    keymap.of([{ key: 'Alt-Enter', run: (view) => openAt(view, view.state.selection.main.head) }]),
  ];
}
