import { isId } from '../../../shared/id.ts';
import { readKeyOptions } from '../../../shared/manage/key-options.ts';
import {
  createKey,
  deleteKey,
  listKeyPage,
  type ApiKey as ManagedKey,
  pauseKey,
  resumeKey,
} from '../../../shared/manage/keys.ts';
import { type ApiKey, apiKeyQuery, type CreatedApiKey, newApiKey } from '../contracts/api-keys.ts';
import { pauseChange } from '../contracts/common.ts';
import type { DashboardPorts } from '../ports.ts';
import { authorOf } from '../request.ts';
import { defaultLimit, ok, placeOf, type Route, route, shownPause, toPage } from '../route.ts';

/** `/api-keys` and `/api-keys/{keyId}` */
export const apiKeyRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/api-keys', async (request) => {
    const { limit = defaultLimit, cursor } = request.query(apiKeyQuery);
    const page = { before: placeOf(cursor, isId), limit };
    const { keys, next } = await listKeyPage(manage, request.accountId, page);
    return ok(toPage(keys.map(shownKey), next));
  }),
  route('POST', '/api-keys', async (request) => {
    const { name, mode = 'live', ...options } = request.body(newApiKey);
    const { accountId } = request;
    const written = readKeyOptions({ mode, ...options });
    const created = await createKey(manage, { accountId, name, ...written });
    const body: CreatedApiKey = { ...shownKey(created), secret: created.secret };
    return { status: 201, body };
  }),
  route('PATCH', '/api-keys/:keyId', async (request) => {
    const { state, note } = request.body(pauseChange);
    const { accountId } = request;
    const keyId = request.part('keyId');
    const by = authorOf(request.caller);
    const changed =
      state === 'paused'
        ? await pauseKey(manage, keyId, { accountId, by, note })
        : await resumeKey(manage, keyId, accountId);
    return ok(shownKey(changed));
  }),
  route('DELETE', '/api-keys/:keyId', async (request) => {
    const deleted = await deleteKey(manage, request.part('keyId'), request.accountId);
    return ok(shownKey(deleted));
  }),
];

function shownKey(key: ManagedKey): ApiKey {
  const { keyId, name, hint, status, mode, createdAt } = key;
  return {
    ...{ keyId, name, hint, status, mode },
    redirectTo: key.redirectTo ?? null,
    allow: [...(key.allow ?? [])],
    scopes: key.scopes ? [...key.scopes] : null,
    createdAt,
    revokedAt: key.revokedAt ?? null,
    paused: shownPause(key.paused),
  };
}
