import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type ExportedPerson,
  exportedPerson,
  forgottenPerson,
  foundPerson,
} from '../../../functions/manage/contracts/people.ts';
import { call } from './call.ts';

type Part = Pick<ExportedPerson, 'done' | 'nextCursor'>;

/** Asks until the answer is the last one: each goes on where the one before it ended. */
async function toTheEnd<A extends Part>(
  path: 'find' | 'export' | 'forget',
  answer: z.ZodMiniType<A>,
  asked: { address: string; suppress?: boolean },
  between: (part: A) => Promise<void> | void = () => {},
): Promise<A> {
  for (let cursor: string | undefined; ; ) {
    const options = { method: 'POST', body: { ...asked, cursor } } as const;
    const part = await call(`/people/${path}`, answer, options);
    if (part.done) return part;
    await between(part);
    cursor = part.nextCursor ?? undefined;
  }
}

export const useFindPerson = () =>
  useMutation({ mutationFn: (address: string) => toTheEnd('find', foundPerson, { address }) });

/** Everything that is kept of a person, in one document. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (address: string) => {
      const parts: ExportedPerson[] = [];
      const take = (part: ExportedPerson) => void parts.push(part);
      const last = await toTheEnd('export', exportedPerson, { address }, take);
      take(last);
      const { done: _, nextCursor: __, left: ___, person: ____, ...rest } = last;
      const messages = parts.flatMap((part) => part.messages);
      const scheduled = parts.flatMap((part) => part.scheduled);
      return { ...rest, messages, scheduled };
    },
  });
}

/** The longest pause between two requests, in milliseconds. */
const pauseMs = 5000;

export function useForgetPerson() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { address: string; suppress: boolean }) =>
      toTheEnd(
        'forget',
        forgottenPerson,
        asked,
        ({ waitMs }) => new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, pauseMs))),
      ),
    // Messages, suppressions, the seed list and histories have changed.
    onSettled: () => queries.invalidateQueries(),
  });
}
