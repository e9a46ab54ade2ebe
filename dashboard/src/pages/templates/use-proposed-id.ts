import { useDebouncedValue } from '@mantine/hooks';
import { useIdsFrom } from '../../api/templates.ts';
import { freeId, idFrom } from './propose-id.ts';

/** How long a name rests before the ids like it are asked for, in milliseconds. */
const restMs = 200;

/** An id for a name that no template has; until that is known, the id alone. */
export function useProposedId(name: string): { id: string; isPending: boolean } {
  const id = idFrom(name);
  const [rested] = useDebouncedValue(id, restMs);
  const { data: taken = [], isFetching } = useIdsFrom(rested);
  return { id: freeId(id, taken), isPending: isFetching || rested !== id };
}
