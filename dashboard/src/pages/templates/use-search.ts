import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** How long somebody types without a pause before the list is asked, in milliseconds. */
const restMs = 250;

/** What is searched for: as it is typed, and as the address has it once the typing rests. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const [rested] = useDebouncedValue(typed.trim(), restMs);

  // Only what was typed changes the address: the browser's own way back changes it as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (rested === search) return;
    setParams(rested === '' ? {} : { search: rested }, { replace: true });
  }, [rested]);
  return { typed, setTyped, search };
}
