import { VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';

/** Says what happened, for who cannot see it; the same sentence twice is said twice. */
export function useLiveRegion() {
  const [said, setSaid] = useState({ sentence: '', turn: 0 });
  const say = useCallback(
    (sentence: string) => setSaid(({ turn }) => ({ sentence, turn: turn + 1 })),
    [],
  );
  const region = (
    <VisuallyHidden role="status" aria-live="polite">
      <span key={said.turn}>{said.sentence}</span>
    </VisuallyHidden>
  );
  return { say, region };
}
