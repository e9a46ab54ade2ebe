import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../../../functions/manage/contracts/api-keys.ts';
import type { Page } from '../../../functions/manage/contracts/common.ts';

/** Where the pages of the list are kept. */
export const keyList = ['api-keys'];

/** Where the answers to this page's own changes are kept: minutes, which is longer than the list lags. */
const knownKeys = ['known-api-keys'];

/**
 * Keeps what the service answered to a change of a key, and shows it in the list at once. The list
 * comes from an index, which may lag behind the table: it may still lack a key that was just created,
 * or show one as active that was just revoked.
 */
export function rememberKey(queries: QueryClient, key: ApiKey): void {
  const others = knownTo(queries).filter(({ keyId }) => keyId !== key.keyId);
  queries.setQueryData<ApiKey[]>(knownKeys, [key, ...others]);
  queries.setQueryData<InfiniteData<Page<ApiKey>>>(keyList, (list) => {
    if (!list) return undefined;
    const pages = list.pages.map((page, at) => withKnown(queries, page, at === 0));
    return { ...list, pages };
  });
}

/** A page of the list with what this page knows better; new keys belong to the first one. */
export function withKnown(
  queries: QueryClient,
  page: Page<ApiKey>,
  isFirst: boolean,
): Page<ApiKey> {
  const known = knownTo(queries);
  const items = page.items.map((item) => {
    const answer = known.find(({ keyId }) => keyId === item.keyId);
    // A revocation is final: of two that differ, the revoked one is the newer.
    return answer?.status === 'revoked' ? answer : item;
  });
  if (!isFirst) return { ...page, items };
  const oldest = page.nextCursor === null ? '' : (page.items.at(-1)?.createdAt ?? '');
  const missing = known.filter(
    ({ keyId, createdAt }) =>
      createdAt >= oldest && !page.items.some((item) => item.keyId === keyId),
  );
  return { ...page, items: [...missing, ...items].sort(newestFirst) };
}

const newestFirst = (one: ApiKey, other: ApiKey) => other.createdAt.localeCompare(one.createdAt);

function knownTo(queries: QueryClient): readonly ApiKey[] {
  return queries.getQueryData<ApiKey[]>(knownKeys) ?? [];
}
