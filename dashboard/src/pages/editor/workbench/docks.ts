import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import { readJson } from '../../../draft/test-data.ts';

const docks = z.object({
  /** The width of the source, as a share of the window in percent. */
  source: z._default(z.number().check(z.minimum(10), z.maximum(90)), 54),
  /** The height of the test data in CSS pixels, while it is open. */
  data: z._default(z.number().check(z.minimum(80), z.maximum(2000)), 240),
  isDataOpen: z._default(z.boolean(), true),
});

/** How an author has arranged the workbench. The browser keeps it for all templates. */
export type Docks = z.output<typeof docks>;

const usual: Docks = docks.parse({});

/** Returns the usual arrangement if the stored one cannot be read. */
export function readDocks(stored: string | undefined): Docks {
  return docks.safeParse(readJson(stored ?? '{}')?.json).data ?? usual;
}

export function useDocks() {
  return useLocalStorage<Docks>({
    key: 'postrider-workbench',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: readDocks,
  });
}
