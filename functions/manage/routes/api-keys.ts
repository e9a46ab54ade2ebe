import { isId } from '../../../shared/id.ts';
import {
  createKey,
  deleteKey,
  listKeyPage,
  type ApiKey as ManagedKey,
} from '../../../shared/manage/keys.ts';
import { type ApiKey, apiKeyQuery, type CreatedApiKey, newApiKey } from '../contracts/api-keys.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { type Route, route } from '../route.ts';

/** `/api-keys` and `/api-keys/{keyId}` */
export const apiKeyRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/api-keys', async (request) => {
    const { limit = defaultLimit, cursor } = request.query(apiKeyQuery);
    const page = { before: placeOf(cursor, isId), limit };
    const { keys, next } = await listKeyPage(manage, request.caller.accountId, page);
    return { status: 200, body: toPage(keys.map(shownKey), next) };
  }),
  route('POST', '/api-keys', async (request) => {
    const { name } = request.body(newApiKey);
    const created = await createKey(manage, { accountId: request.caller.accountId, name });
    const body: CreatedApiKey = { ...shownKey(created), secret: created.secret };
    return { status: 201, body };
  }),
  route('DELETE', '/api-keys/:keyId', async (request) => {
    const deleted = await deleteKey(manage, request.part('keyId'), request.caller.accountId);
    return { status: 200, body: shownKey(deleted) };
  }),
];

function shownKey({ keyId, name, hint, status, createdAt, revokedAt }: ManagedKey): ApiKey {
  return { keyId, name, hint, status, createdAt, revokedAt: revokedAt ?? null };
}
