import { Badge } from '@mantine/core';
import { useState } from 'react';
import type { Pause } from '../../../functions/manage/contracts/common.ts';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';
import type { Pausable } from '../api/pause.ts';
import { IconButton } from './icon-button.tsx';
import { IconPlayerPause, IconPlayerPlay } from './icons.tsx';
import { laterAlone } from './later.tsx';
import type { RowMenuItem } from './row-menu.tsx';
import { shortMoment } from './time-words.ts';

const wordsOf = ({ at, by, note }: Pause) =>
  `Paused by ${by} on ${shortMoment(at)}${note === null ? '.' : `: ${note}.`}`;

/** Nothing if it is not paused. */
export function PausedBadge({ paused }: { paused: Pause | null }) {
  if (!paused) return null;
  return (
    <Badge color="yellow" flex="none" title={wordsOf(paused)}>
      Paused
    </Badge>
  );
}

export function PausedBy({ pause }: { pause: Pause }) {
  return <bdi>{wordsOf(pause)}</bdi>;
}

export const pauseItem = (target: Pausable, onOpen: (target: Pausable) => void): RowMenuItem => ({
  label: target.paused ? 'Resume' : 'Pause',
  icon: target.paused ? IconPlayerPlay : IconPlayerPause,
  does: () => onOpen(target),
});

export const LatePauseDialog = laterAlone(async () => ({
  default: (await import('./pause-dialog.tsx')).PauseDialog,
}));

/** The button that pauses or resumes a template, with the badge of a paused one. */
export function PauseControl({ template }: { template: TemplateSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { name, paused } = template;
  return (
    <>
      <PausedBadge paused={paused} />
      <IconButton
        icon={paused ? IconPlayerPlay : IconPlayerPause}
        label={`${paused ? 'Resume' : 'Pause'} ${name}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <LatePauseDialog
          target={{ ...template, kind: 'template' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
