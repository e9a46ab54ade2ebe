import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { laterAlone } from '../../later.tsx';
import type { SimulatedMail } from './simulated-mail.ts';

const LooksRow = laterAlone(() => import('./looks-row.tsx'));

/** How mail clients show a mail, simulated. The look is in the address, so that a link shows it. */
export function useLooks(rendered: Pick<RenderedDraft, 'html' | 'warnings'> | null) {
  const [params, setParams] = useSearchParams();
  const [mail, setMail] = useState<SimulatedMail | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The router's own state comes a moment later, and arrow keys would begin at the look before.
  const [chosen, setChosen] = useState(() => params.get('look'));
  const look = rendered && chosen;
  const choose = (next: string | null) => {
    setChosen(next);
    const { look: _, ...others } = Object.fromEntries(params);
    setParams(next === null ? others : { ...others, look: next }, { replace: true });
  };
  const close = () => {
    choose(null);
    button.current?.focus();
  };
  return {
    button: rendered && (
      <Button
        ref={button}
        size="xs"
        variant={look === null ? 'default' : 'filled'}
        aria-expanded={look !== null}
        onClick={() => choose(look === null ? 'original' : null)}
      >
        Looks
      </Button>
    ),
    row: rendered && look !== null && (
      <LooksRow {...{ rendered, look }} onLook={choose} onMail={setMail} onClose={close} />
    ),
    shown: look !== null && mail && { mail, scheme: mail.scheme, pointed: null, tools: null, note },
  };
}

const note = 'A simulated look is shown: its texts cannot be edited.';
