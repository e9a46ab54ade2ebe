import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import type { View } from './toolbar.tsx';

/** How the flow is shown: as the address says (`?view=list`), else as the room suggests. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const once = { getInitialValueInEffect: false };
  const isPhone = useMediaQuery('(max-width: 700px)', false, once);
  const isNarrow = useMediaQuery('(max-width: 1080px)', false, once);
  const asked = search.get('view');
  const byRoom: View = isPhone ? 'list' : 'canvas';
  const view: View = asked === 'list' || asked === 'canvas' ? asked : byRoom;
  return {
    view,
    setView: (next: View) => setSearch({ view: next }, { replace: true }),
    /** No room for a form beside the flow. */
    isNarrow,
  };
}
