import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';

interface LatePopupProps {
  button: ReactElement<{ onClick: () => void; 'aria-haspopup': 'menu' | 'dialog' }>;
  opens: 'menu' | 'dialog';
  /** The button and what it opens, which `later` loads. */
  children: ReactNode;
}

/** A button whose menu or panel the browser loads when the button is first pressed. Until then the button stays. */
export function LatePopup({ button, opens, children }: LatePopupProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => startTransition(() => setWanted(true));
  return (
    <Suspense fallback={button}>
      {isWanted ? children : cloneElement(button, { onClick: want, 'aria-haspopup': opens })}
    </Suspense>
  );
}

/**
 * Opens a menu or a panel at its button, once `LatePopup` has replaced the first button by both. The new button takes
 * the focus first, so that the focus returns to it when the user closes the menu or panel.
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
