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

/** The list shows what `keysOf` finds in the answer. After a fault it is read again, because a key may exist. */
function useKeyChange<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  keysOf: (answer: Answer) => readonly ApiKey[],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) =>
      queries.setQueryData<ApiKeyList>(queryKey, (list) => keysOf(answer).reduce(withKey, list)),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Creates a key. Only `onSecret` gets the secret, because react-query keeps what a mutation returns. */
export function useCreateApiKey(onSecret: (secret: string) => void) {
  const create = async (body: NewApiKey): Promise<ApiKey> => {
    const { secret, ...key } = await call('/api-keys', createdApiKey, { method: 'POST', body });
    onSecret(secret);
    return key;
  };
  return useKeyChange(create, (key) => [key]);
}

export function useRevokeApiKey() {
  const revoke = (keyId: string) =>
    call(`/api-keys/${encodeURIComponent(keyId)}`, apiKey, { method: 'DELETE' });
  return useKeyChange(revoke, (key) => [key]);
}

/** Creates a key like `keyId`, which then has an end. Returns that key; only `onSecret` gets the secret. */
export function useRotateApiKey(onSecret: (secret: string) => void) {
  const rotate = async ({ keyId, ...body }: KeyRotation & { keyId: string }) => {
    const path = `/api-keys/${encodeURIComponent(keyId)}/rotate`;
    const { secret, old, ...key } = await call(path, rotatedApiKey, { method: 'POST', body });
    onSecret(secret);
    return { key, old };
  };
  return useKeyChange(rotate, ({ key, old }) => [old, key]);
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
