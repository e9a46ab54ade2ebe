import { isId } from '../../../shared/id.ts';
import {
  createKey,
  deleteKey,
  listKeyPage,
  type ApiKey as ManagedKey,
} from '../../../shared/manage/keys.ts';
import type { Answer } from '../answer.ts';
import { type ApiKey, apiKeyQuery, type CreatedApiKey, newApiKey } from '../contracts/api-keys.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import type { Resource } from '../resource.ts';

/** `/api-keys` and `/api-keys/{keyId}` */
export const apiKeyResources = ({ manage }: DashboardPorts): Resource[] => [
  {
    path: '/api-keys',
    methods: {
      get: async (asked): Promise<Answer> => {
        const { limit = defaultLimit, cursor } = asked.query(apiKeyQuery);
        const page = { before: placeOf(cursor, isId), limit };
        const { keys, next } = await listKeyPage(manage, asked.caller.accountId, page);
        return { status: 200, body: toPage(keys.map(shownKey), next) };
      },
      post: async (asked): Promise<Answer> => {
        const { name } = asked.body(newApiKey);
        const created = await createKey(manage, { accountId: asked.caller.accountId, name });
        const body: CreatedApiKey = { ...shownKey(created), secret: created.secret };
        return { status: 201, body };
      },
    },
  },
  {
    path: '/api-keys/:keyId',
    methods: {
      delete: async (asked): Promise<Answer> => {
        const deleted = await deleteKey(manage, asked.part('keyId'), asked.caller.accountId);
        return { status: 200, body: shownKey(deleted) };
      },
    },
  },
];

function shownKey({ keyId, name, hint, status, createdAt, revokedAt }: ManagedKey): ApiKey {
  return { keyId, name, hint, status, createdAt, revokedAt: revokedAt ?? null };
}
