import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { later } from '../parts/later.tsx';
import { areSingleKeysOn, isWriting, searchField } from './shortcuts.ts';

const Palette = later(() => import('./palette.tsx'));
const KeysDialog = later(() => import('./keys-dialog.tsx'));

export type Overlay = 'palette' | 'keys' | null;

interface OverlaysProps {
  shown: Overlay;
  onShow: (shown: Overlay) => void;
}

// The browser loads each when it is first opened.
export function Overlays({ shown, onShow }: OverlaysProps) {
  // Also in fields, and in the source.
  useHotkeys([['mod+K', () => onShow(shown === 'palette' ? null : 'palette')]], [], true);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isWriting(event.target) || !areSingleKeysOn()) return;
      const field = event.key === '/' ? searchField() : null;
      if (event.key === '?') onShow('keys');
      else if (field) {
        field.focus();
        field.select();
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onShow]);
  const close = () => onShow(null);
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={close} onKeys={() => onShow('keys')} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
}
