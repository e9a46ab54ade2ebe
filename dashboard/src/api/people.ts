import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ExportedPerson,
  exportedPerson,
  type ForgottenPerson,
  forgottenPerson,
  foundPerson,
} from '../../../functions/manage/contracts/people.ts';
import { call } from './call.ts';

interface Part {
  done: boolean;
  nextCursor: string | null;
}

/** Asks until the answer is the last one: each goes on where the one before it ended. */
async function toTheEnd<Answer extends Part>(
  ask: (cursor: string | undefined) => Promise<Answer>,
  between: (answer: Answer) => Promise<void> | void = () => {},
): Promise<Answer> {
  let answer = await ask(undefined);
  while (!answer.done) {
    await between(answer);
    answer = await ask(answer.nextCursor ?? undefined);
  }
  return answer;
}

const post = (path: string, body: object) =>
  ({ path: `/people/${path}`, options: { method: 'POST', body } }) as const;

export function useFindPerson() {
  return useMutation({
    mutationFn: (address: string) =>
      toTheEnd((cursor) => {
        const { path, options } = post('find', { address, cursor });
        return call(path, foundPerson, options);
      }),
  });
}

/** Everything that is kept of a person, in one document. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (address: string) => {
      const parts: ExportedPerson[] = [];
      const last = await toTheEnd(async (cursor) => {
        const { path, options } = post('export', { address, cursor });
        const part = await call(path, exportedPerson, options);
        parts.push(part);
        return part;
      });
      const { done: _, nextCursor: __, left: ___, person: ____, ...rest } = last;
      const messages = parts.flatMap((part) => part.messages);
      const scheduled = parts.flatMap((part) => part.scheduled);
      const seeds = parts.some((part) => part.seeds);
      return { ...rest, messages, scheduled, seeds };
    },
  });
}

/** The longest pause between two requests, in milliseconds. */
const pauseMs = 5000;

/** `onWait`: the service waits until mails that are being sent have ended. */
export function useForgetPerson(onWait: (isWaiting: boolean) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { address: string; suppress: boolean }): Promise<ForgottenPerson> =>
      toTheEnd(
        (cursor) => {
          const { path, options } = post('forget', { ...wanted, cursor });
          return call(path, forgottenPerson, options);
        },
        async ({ waitMs }) => {
          onWait(waitMs > 0);
          await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, pauseMs)));
        },
      ),
    // Messages, suppressions, the seed list and histories have changed.
    onSettled: () => queries.invalidateQueries(),
  });
}
