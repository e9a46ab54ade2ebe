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
import { rotateKey } from '../../../shared/manage/rotate-key.ts';
import { masksOf } from '../../../shared/people/mask.ts';
import {
  type ApiKey,
  type ApiKeyUse,
  apiKeyQuery,
  type CreatedApiKey,
  keyRotation,
  keyUseDays,
  newApiKey,
  type RotatedApiKey,
} from '../contracts/api-keys.ts';
import { pauseChange } from '../contracts/common.ts';
import type { DashboardPorts } from '../ports.ts';
import type { ManageRequest } from '../request.ts';
import { defaultLimit, ok, placeOf, type Route, route, shownPause, toPage } from '../route.ts';

const keyUseMs = keyUseDays * 24 * 60 * 60 * 1000;

/** `/api-keys`, `/api-keys/use` and `/api-keys/{keyId}` */
export const apiKeyRoutes = ({ manage, keyUses }: DashboardPorts): Route[] => [
  route('GET', '/api-keys', async (request) => {
    const { limit = defaultLimit, cursor } = request.query(apiKeyQuery);
    const page = { before: placeOf(cursor, isId), limit };
    const { keys, next } = await listKeyPage(manage, request.accountId, page);
    const shown = keys.map((key) => keyFor(request, key));
    return ok(toPage(shown, next));
  }),
  route('POST', '/api-keys', async (request) => {
    const { name, mode = 'live', ...options } = request.body(newApiKey);
    const { accountId } = request;
    const written = readKeyOptions({ mode, ...options });
    const created = await createKey(request.as(manage), { accountId, name, ...written });
    const body: CreatedApiKey = { ...shownKey(created), secret: created.secret };
    return { status: 201, body };
  }),
  route('PATCH', '/api-keys/:keyId', async (request) => {
    const { state, note } = request.body(pauseChange);
    const { accountId } = request;
    const keyId = request.part('keyId');
    const by = request.caller.actor.name;
    const changed =
      state === 'paused'
        ? await pauseKey(request.as(manage), keyId, { accountId, by, note })
        : await resumeKey(request.as(manage), keyId, accountId);
    return ok(keyFor(request, changed));
  }),
  route('GET', '/api-keys/use', async ({ accountId }) => {
    const since = new Date(manage.now().getTime() - keyUseMs);
    try {
      return ok({ uses: await keyUses({ accountId, since }) } satisfies ApiKeyUse);
    } catch (fault) {
      // The list is of use without these numbers.
      return { ...ok({ uses: null } satisfies ApiKeyUse), fault };
    }
  }),
  route('POST', '/api-keys/:keyId/rotate', async (request) => {
    const { accountId } = request;
    const { oldUntil } = request.body(keyRotation);
    const end = oldUntil === null ? null : new Date(oldUntil);
    const { created, old } = await rotateKey(request.as(manage), request.part('keyId'), {
      ...{ accountId, oldUntil: end },
    });
    const { secret } = created;
    const body: RotatedApiKey = { ...shownKey(created), secret, old: shownKey(old) };
    return { status: 201, body };
  }),
  route('DELETE', '/api-keys/:keyId', async (request) => {
    const deleted = await deleteKey(request.as(manage), request.part('keyId'), request.accountId);
    return ok(shownKey(deleted));
  }),
];

/** Without the right `personal`, the addresses of a test key are masked. */
function keyFor(request: ManageRequest, key: ManagedKey): ApiKey {
  const shown = shownKey(key);
  if (request.may('personal')) return shown;
  const { redirectTo } = shown;
  const mask = masksOf(shown.allow);
  return {
    ...shown,
    redirectTo: redirectTo && masksOf([redirectTo])(redirectTo),
    allow: shown.allow.map((entry) => (entry.startsWith('@') ? entry : mask(entry))),
  };
}

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
    activeUntil: key.activeUntil ?? null,
  };
}
