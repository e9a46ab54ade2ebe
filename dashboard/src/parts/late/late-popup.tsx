import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
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
