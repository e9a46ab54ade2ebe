import { useAccount } from '../../api/account.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useFirstTemplate } from '../../api/first-template.ts';
import { useLateMessages } from '../../api/messages.ts';
import { useSenders } from '../../api/senders.ts';
import type { Found } from './first-run.ts';

export interface Overview extends Found {
  /** Whether there are more messages than those that were read. */
  isMore: boolean;
}

/** Everything that the overview is told from, once all of it is there. */
export function useOverview() {
  const account = useAccount();
  const templates = useFirstTemplate();
  const senders = useSenders();
  const messages = useLateMessages();
  const keys = useApiKeys();
  const failed = [account, templates, senders, messages, keys].find(
    (query) => query.isLoadingError,
  );
  const data: Overview | undefined =
    account.data && templates.data && senders.data && messages.data && keys.data
      ? {
          account: account.data,
          templates: templates.data,
          senders: senders.data,
          messages: messages.data.items,
          isMore: messages.data.nextCursor !== null,
          keys: keys.data.pages.flatMap(({ items }) => items),
        }
      : undefined;
  return {
    data,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}
