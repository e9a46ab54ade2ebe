import { useState } from 'react';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';
import type { Pausable } from '../api/pause.ts';
import { IconButton } from './icon-button.tsx';
import { IconPlayerPause, IconPlayerPlay } from './icons.tsx';
import { laterAlone } from './later.tsx';
import { Allowed } from './may.tsx';
import { PausedBadge } from './paused-badge.tsx';
import type { RowMenuItem } from './row-button.tsx';

export const pauseItem = (target: Pausable, onOpen: (target: Pausable) => void): RowMenuItem => ({
  label: target.paused ? 'Resume' : 'Pause',
  icon: target.paused ? IconPlayerPlay : IconPlayerPause,
  does: () => onOpen(target),
  needs: 'operate',
});

export const LatePauseDialog = laterAlone(() => import('./pause-dialog.tsx'));

/** The button that pauses or resumes a template, with the badge of a paused one. */
export function PauseControl({ template }: { template: TemplateSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { name, paused } = template;
  return (
    <>
      <PausedBadge paused={paused} />
      <Allowed to="operate">
        <IconButton
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          label={`${paused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => setOpen(true)}
          // A phone has room for the template's name instead; the list's menu pauses as well.
          {...(!paused && { visibleFrom: 'xs' })}
        />
      </Allowed>
      {isOpen && (
        <LatePauseDialog
          target={{ ...template, kind: 'template' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
