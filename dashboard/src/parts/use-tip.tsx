import {
  type ComponentType,
  type FocusEvent,
  lazy,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react';
import type { DrawnTipProps } from './popups.tsx';

const DrawnTip = lazy<ComponentType<DrawnTipProps>>(async () => {
  const popups = await import('./popups.tsx').catch(() => null);
  // Without the network there is no tooltip.
  return { default: popups?.DrawnTip ?? (() => null) };
});

/**
 * A tooltip of a button, which the browser loads when it first shows one: `of` are properties of the button, and `tip` is
 * drawn beside it. The tooltip is shown while the pointer is on the button, while it has the focus, and while `isNews`.
 */
export function useTip(label: ReactNode, isNews = false) {
  const [isNear, setNear] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const come = () => {
    setNear(true);
    setClosed(false);
  };
  const leave = () => setNear(false);
  const focus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) come();
  };
  const of = { onPointerEnter: come, onPointerLeave: leave, onFocus: focus, onBlur: leave };
  const isShown = isNews || (isNear && !isClosed);
  const tip = isShown && (
    <Suspense>
      <DrawnTip target={target} label={label} onClose={() => setClosed(true)} />
    </Suspense>
  );
  return { of: { ref: target, ...of }, tip };
}
