import type { Pausable } from '../api/pause.ts';
import { IconPlayerPause, IconPlayerPlay } from './icons.tsx';
import type { RowMenuItem } from './row-button.tsx';

/** The entry of a row's menu that opens `PauseDialog`. */
export const pauseItem = (target: Pausable, onOpen: (target: Pausable) => void): RowMenuItem => ({
  label: target.paused ? 'Resume' : 'Pause',
  icon: target.paused ? IconPlayerPlay : IconPlayerPause,
  does: () => onOpen(target),
});
