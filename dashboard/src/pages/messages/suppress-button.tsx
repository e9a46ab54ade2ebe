import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { IconMailOff } from '../../parts/icons.tsx';
import { Suppress } from '../../parts/suppress.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';

interface SuppressButtonProps extends ButtonProps {
  address: string;
  suppressed: boolean;
}

/** Suppresses an address, or removes it from the suppression list; both ask first. */
export function SuppressButton({ address, suppressed, ...button }: SuppressButtonProps) {
  // The dialog that is open stays, although its action changes `suppressed`.
  const [question, setQuestion] = useState<'suppress' | 'remove' | null>(null);
  const close = () => setQuestion(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailOff size={16} stroke={1.6} aria-hidden />}
        onClick={() => setQuestion(suppressed ? 'remove' : 'suppress')}
        {...button}
      >
        {suppressed ? 'Remove suppression' : 'Suppress'}
      </Button>
      <Suppress address={question === 'suppress' ? address : null} onClose={close} />
      <Unsuppress addresses={question === 'remove' ? [address] : []} onClose={close} />
    </>
  );
}
