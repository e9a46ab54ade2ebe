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
  children: ReactNode;
}

// The browser loads the menu or panel when the button is first pressed. Until then the button stays.
export function LatePopup({ button, opens, children }: LatePopupProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => startTransition(() => setWanted(true));
  return (
    <Suspense fallback={button}>
      {isWanted ? children : cloneElement(button, { onClick: want, 'aria-haspopup': opens })}
    </Suspense>
  );
}

/** Once `LatePopup` has replaced the button, the new one takes the focus, so that closing returns the focus to it. */
export function useOpened() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    button.current?.focus();
    onChange(true);
  }, []);
  return { button, opened, onChange };
}
