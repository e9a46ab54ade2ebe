import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';
import { maxNameCharacters } from '../../../../../shared/engine/limits.ts';
import { readJson } from '../../../draft/test-data.ts';

/** Test data by the names that the author gave them. */
const dataSets = z.record(
  z.string().check(z.minLength(1), z.maxLength(maxNameCharacters)),
  z.record(z.string(), z.unknown()),
);

export type DataSets = z.output<typeof dataSets>;

/** The sets in a JSON text; null if it has none. */
export function readSets(text: string): DataSets | null {
  return dataSets.safeParse(readJson(text)?.json).data ?? null;
}

/** The saved sets of test data of a template. Only this browser keeps them. */
export function useDataSets(accountId: string, templateId: string) {
  return useLocalStorage<DataSets>({
    key: `postrider-data-sets:${accountId}:${templateId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (stored) => readSets(stored ?? '{}') ?? {},
  });
}
