import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApiKey,
  apiKey,
  createdApiKey,
  type NewApiKey,
} from '../../../functions/manage/contracts/api-keys.ts';
import type { Page } from '../../../functions/manage/contracts/common.ts';
import { call } from './call.ts';
import { useList } from './use-read.ts';

const queryKey = ['api-keys'];

type ApiKeyList = InfiniteData<Page<ApiKey>>;

/** In milliseconds, more than the list's index lags behind the table: an earlier read could lack a new key. */
const lagMs = 30_000;

// The newest first, revoked ones too.
export function useApiKeys() {
  const list = { queryKey, path: '/api-keys', item: apiKey };
  return useList({ ...list, query: { limit: 100 }, staleTime: lagMs });
}

/** Creates a key. Only `onSecret` gets the secret, because react-query keeps what a mutation returns. */
export function useCreateApiKey(onSecret: (secret: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewApiKey): Promise<ApiKey> => {
      const { secret, ...key } = await call('/api-keys', createdApiKey, {
        method: 'POST',
        body,
      });
      onSecret(secret);
      return key;
    },
    onSuccess: (key) => queries.setQueryData<ApiKeyList>(queryKey, (list) => withKey(list, key)),
    // The key may exist although its answer was lost: the list shows it, so that it can be revoked.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      call(`/api-keys/${encodeURIComponent(keyId)}`, apiKey, { method: 'DELETE' }),
    onSuccess: (key) => queries.setQueryData<ApiKeyList>(queryKey, (list) => withKey(list, key)),
  });
}

export function withKey(list: ApiKeyList | undefined, key: ApiKey): ApiKeyList | undefined {
  if (!list) return undefined;
  const isThis = ({ keyId }: ApiKey) => keyId === key.keyId;
  const isNew = !list.pages.some(({ items }) => items.some(isThis));
  const pages = list.pages.map((page, at) => ({
    ...page,
    items: [
      ...(isNew && at === 0 ? [key] : []),
      ...page.items.map((item) => (isThis(item) ? key : item)),
    ],
  }));
  return { ...list, pages };
}
