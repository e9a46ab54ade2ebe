import './palette.css';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { exactText } from '../parts/exact-text.ts';
import { IconSearch } from '../parts/icons.tsx';
import { laterAlone } from '../parts/later.tsx';
import { areSingleKeysOn, isWriting, singleKeys } from './shortcuts.ts';

const KeysDialog = laterAlone(() => import('./keys-dialog.tsx'));

export type Overlay = 'palette' | 'keys' | null;

export function Overlays({ shown, onShow }: { shown: Overlay; onShow: (shown: Overlay) => void }) {
  // Also in fields, and in the source.
  useHotkeys([['mod+K', () => onShow(shown === 'palette' ? null : 'palette')]], [], true);
  const navigate = useNavigate();
  useEffect(() => {
    const does = singleKeys({ goTo: (place) => void navigate(place), help: () => onShow('keys') });
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isWriting(event.target) || !areSingleKeysOn()) return;
      if (does(event.key, event.timeStamp)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onShow, navigate]);
  const close = () => onShow(null);
  return (
    <>
      {shown === 'palette' && <PaletteBox onClose={close} onKeys={() => onShow('keys')} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </>
  );
}

const PaletteChoices = laterAlone(() => import('./palette.tsx'));

/**
 * The browser's own dialog with a field, which stands at once, so that no letter is lost while the choices below it are
 * loaded.
 */
function PaletteBox({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
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
        <IconSearch size={18} color="var(--mantine-color-dimmed)" aria-hidden />
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
      {field && <PaletteChoices {...{ text, field, listId, onClose, onKeys }} />}
    </dialog>
  );
}
