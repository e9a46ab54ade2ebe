import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { hasOldData, problemOf, Unreachable } from '../../../dashboard/src/api/problem.ts';
import { expect, test } from '../../jest.ts';

test('a page has old data from a fault of the service until its next answer, and a refusal is no such fault', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fault = (): string => {
    throw new Unreachable(null);
  };
  let answer = fault;
  const shown = new QueryObserver(queries, { queryKey: ['list'], queryFn: () => answer() });
  const stop = shown.subscribe(() => {});
  const found: boolean[] = [];
  const ask = async (next: () => string) => {
    answer = next;
    await shown.refetch();
    found.push(hasOldData(queries));
  };

  await ask(fault);
  await ask(() => 'first');
  await ask(fault);
  await ask(() => 'second');
  await ask(() => {
    throw problemOf(403, null);
  });
  await ask(fault);
  stop();
  found.push(hasOldData(queries));

  expect(found).toEqual([false, false, true, false, false, true, false]);
});
