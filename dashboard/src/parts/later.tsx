import { Alert, Group, Text } from '@mantine/core';
import {
  Component,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { TinyButton } from './looks.tsx';

/** Loads a part when it is first shown, within a `Suspense`. If it cannot be loaded or drawn, shows `fallback`. */
export function later<Props extends object>(
  script: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = <PartNotLoaded />,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(script);
  return (props) => (
    <PartBoundary fallback={fallback}>
      <Part {...props} />
    </PartBoundary>
  );
}

/** As `later`, but needs no `Suspense` around it: it shows nothing until it is loaded. */
export function laterAlone<Props extends object>(
  ...of: Parameters<typeof later<Props>>
): ComponentType<Props> {
  const Part = later(...of);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

interface PartBoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

// Browsers cache a failed import, so only a reload tries again.
function PartNotLoaded() {
  return (
    <Alert color="yellow" title="This part of the page could not be loaded" role="alert">
      <Group gap="md">
        <Text size="sm">
          Check the network, then reload the page. Unsaved changes of a template are kept.
        </Text>
        <ReloadButton />
      </Group>
    </Alert>
  );
}

export function ReloadButton() {
  return <TinyButton onClick={() => window.location.reload()}>Reload the page</TinyButton>;
}

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
