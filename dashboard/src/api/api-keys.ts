import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApiKey,
  apiKey,
  apiKeyUse,
  createdApiKey,
  type KeyRotation,
  type NewApiKey,
  rotatedApiKey,
} from '../../../functions/manage/contracts/api-keys.ts';
import type { Page } from '../../../functions/manage/contracts/common.ts';
import { call } from './call.ts';
import { useList, useRead } from './use-read.ts';

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

/** Creates a key like `keyId`, which then has an end. Returns that key; only `onSecret` gets the secret. */
export function useRotateApiKey(onSecret: (secret: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ keyId, ...body }: KeyRotation & { keyId: string }) => {
      const path = `/api-keys/${encodeURIComponent(keyId)}/rotate`;
      const { secret, old, ...key } = await call(path, rotatedApiKey, { method: 'POST', body });
      onSecret(secret);
      return { key, old };
    },
    onSuccess: ({ key, old }) =>
      queries.setQueryData<ApiKeyList>(queryKey, (list) => withKey(withKey(list, old), key)),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Each read costs a search of the logs, so its answer is kept for five minutes. */
export function useApiKeyUse() {
  return useRead({
    queryKey: ['api-key-use'],
    path: '/api-keys/use',
    answer: apiKeyUse,
    select: ({ uses }) => uses && new Map(uses.map((use) => [use.keyId, use])),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
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
