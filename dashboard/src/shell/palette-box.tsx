import './palette.css';
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import { exactText } from '../parts/exact-text.ts';
import { IconSearch } from '../parts/icons.tsx';
import { later } from '../parts/later.tsx';

const PaletteChoices = later(() => import('./palette.tsx'));

interface PaletteBoxProps {
  onClose: () => void;
  onKeys: () => void;
}

/**
 * The browser's own dialog with a field, which stands at once, so that no letter is lost while the choices below it are
 * loaded.
 */
export function PaletteBox({ onClose, onKeys }: PaletteBoxProps) {
  const [text, setText] = useState('');
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const box = useRef<HTMLDialogElement>(null);
  const listId = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Returns the focus to the element that had it.
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog with Escape
    <dialog
      ref={box}
      className="palette"
      aria-label="Go to"
      onClose={onClose}
      onClick={({ target }) => target === box.current && onClose()}
    >
      <label className="palette-field">
        <IconSearch size={18} aria-hidden />
        <input
          ref={setField}
          {...exactText}
          placeholder="A page, a template, the id of a message, or an action"
          aria-label="Go to a page, a template, a message or an action"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Suspense>
        {field && <PaletteChoices {...{ text, field, listId, onClose, onKeys }} />}
      </Suspense>
    </dialog>
  );
}
