import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../parts/later.tsx';
import { PaletteBox } from './palette-box.tsx';
import { areSingleKeysOn, isWriting } from './shortcuts.ts';
import { singleKeys } from './single-keys.ts';

const KeysDialog = later(() => import('./keys-dialog.tsx'));

export type Overlay = 'palette' | 'keys' | null;

interface OverlaysProps {
  shown: Overlay;
  onShow: (shown: Overlay) => void;
}

export function Overlays({ shown, onShow }: OverlaysProps) {
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
      <Suspense>{shown === 'keys' && <KeysDialog onClose={close} />}</Suspense>
    </>
  );
}
