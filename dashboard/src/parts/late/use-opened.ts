import { useEffect, useRef, useState } from 'react';

/**
 * Opens a menu or a panel at its button, once `LatePopup` has drawn both in the place of the first button. The new button
 * takes the focus first, so that it gets it back when the user closes what it opened.
 */
export function useOpened() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    button.current?.focus();
    onChange(true);
  }, []);
  return { button, opened, onChange };
}
