import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Message,
  type MessagePage,
  message,
} from '../../../functions/manage/contracts/messages.ts';
import { call } from './call.ts';
import { type MessagePages, messageKey } from './messages.ts';

const pathOf = (id: string) => `/messages/${encodeURIComponent(id)}`;

/** Cancels a scheduled message. The service refuses it with the code `late` once the message is being sent. */
export function useCancelMessage() {
  return useEnding(({ id }: { id: string }) =>
    call(`${pathOf(id)}/cancel`, message, { method: 'POST' }),
  );
}

/** Sends a scheduled message now. `newest`: with the template’s current revision, not with the one that accepted it. */
export function useSendMessageNow() {
  return useEnding(({ id, newest }: { id: string; newest: boolean }) =>
    call(`${pathOf(id)}/send`, message, { method: 'POST', body: { newest } }),
  );
}

/** A request that ends the waiting of a scheduled message. Afterwards all pages show the message as it is then. */
function useEnding<Input extends { id: string }>(end: (input: Input) => Promise<Message>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: (answered) => showChanged(queries, answered),
    onError: (_, { id }) => queries.invalidateQueries({ queryKey: messageKey(id) }),
  });
}

async function showChanged(queries: QueryClient, answered: Message) {
  const { id, state } = answered;
  // A message that is to be sent now stays SCHEDULED for some moments.
  const listed = { state: state === 'SCHEDULED' ? 'SENDING' : state } as const;
  const changed = (page: MessagePage): MessagePage => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, ...listed } : item)),
  });
  queries.setQueryData(messageKey(id), answered);
  // An answer on its way may still have the old state.
  await queries.cancelQueries({ queryKey: ['messages', 'newest'] });
  queries.setQueriesData<MessagePages>(
    { queryKey: ['messages', 'list'] },
    (list) => list && { ...list, pages: list.pages.map(changed) },
  );
  queries.setQueriesData<MessagePage>(
    { queryKey: ['messages', 'newest'] },
    (page) => page && changed(page),
  );
}
