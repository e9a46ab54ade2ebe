import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApiKey,
  apiKey,
  createdApiKey,
} from '../../../functions/manage/contracts/api-keys.ts';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { call } from './call.ts';
import { keyList, rememberKey, withKnown } from './known-keys.ts';

const apiKeyPage = pageOf(apiKey);

/** The newest first, revoked ones too, page after page. */
export function useApiKeys() {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: keyList,
    queryFn: async ({ pageParam, signal }) => {
      const query = { cursor: pageParam, limit: 100 };
      const page = await call('/api-keys', apiKeyPage, { query, signal });
      return withKnown(queries, page, pageParam === '');
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/**
 * Creates a key. Its secret goes to `onSecret` alone: what a mutation returns is kept in its cache,
 * and a secret is kept nowhere.
 */
export function useCreateApiKey(onSecret: (secret: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<ApiKey> => {
      const { secret, ...key } = await call('/api-keys', createdApiKey, {
        method: 'POST',
        body: { name },
      });
      onSecret(secret);
      return key;
    },
    onSuccess: (key) => rememberKey(queries, key),
    // The key may be there although its answer is not: it is to be seen, and revoked.
    onError: () => queries.invalidateQueries({ queryKey: keyList }),
  });
}

/** Stops a key, with the very next request that uses it. */
export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      call(`/api-keys/${encodeURIComponent(keyId)}`, apiKey, { method: 'DELETE' }),
    onSuccess: (key) => rememberKey(queries, key),
  });
}
