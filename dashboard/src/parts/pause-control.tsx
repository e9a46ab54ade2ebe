import { Suspense, useState } from 'react';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';
import { IconButton } from './icon-button.tsx';
import { IconPlayerPause, IconPlayerPlay } from './icons.tsx';
import { later } from './later.tsx';
import { PausedBadge } from './paused-badge.tsx';

const PauseDialog = later(async () => ({
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
        <Suspense>
          <PauseDialog target={{ ...template, kind: 'template' }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
