import type { Right } from '../../shared/people/roles.ts';

/** Which right each route needs. A route without a line here does not compile. */
export const access = {
  read: [
    'GET /account',
    'GET /overview',
    'GET /overview/groups',
    'GET /usage',
    'GET /senders',
    'GET /checks',
    'GET /templates',
    'GET /template-numbers',
    'GET /templates/:id',
    'GET /templates/:id/types',
    'GET /templates/:id/refusals',
    'GET /templates/:id/draft',
    'GET /templates/:id/revisions',
    'GET /templates/:id/revisions/:n',
    'GET /messages',
    'GET /messages/:id',
    'GET /api-keys',
    'GET /api-keys/use',
    'GET /webhooks',
    'GET /webhooks/:webhookId',
    'GET /webhooks/:webhookId/failures',
    'GET /webhooks/:webhookId/deliveries',
    'POST /render',
    'POST /flow/check',
    // The caller's own test key decides what the request may do.
    'POST /try-request',
  ],
  personal: [
    'GET /messages/:id/copy',
    // The event has the recipient's address.
    'GET /webhooks/:webhookId/events/:messageId/:eventId',
    'GET /recipients/:address{.+}',
    'GET /suppressions',
    'POST /suppressions',
    'POST /suppressions/batch',
    'DELETE /suppressions/:address{.+}',
  ],
  operate: [
    'POST /messages/:id/send',
    'POST /messages/:id/send-again',
    'POST /messages/:id/cancel',
    'POST /webhooks/:webhookId/test',
    'POST /webhooks/:webhookId/resend',
    // They only pause and resume: a brake for those who watch the mails.
    'PATCH /templates/:id',
    'PATCH /api-keys/:keyId',
  ],
  write: [
    'PUT /templates/:id/draft',
    'DELETE /templates/:id/draft',
    'POST /templates/:id/draft/replay',
    'POST /templates/:id/test-send',
    'POST /flow/run',
  ],
  publish: [
    'POST /templates',
    'POST /templates/:id/revisions/:n/restore',
    'POST /templates/:id/draft/publish',
    'POST /templates/:id/draft/approve',
    'PUT /templates/:id',
    'DELETE /templates/:id',
  ],
  administer: [
    'PATCH /account',
    'POST /people/find',
    'POST /people/export',
    'POST /people/forget',
    'GET /trail',
    'POST /trail/exported',
    'GET /users',
    'POST /api-keys',
    'POST /api-keys/:keyId/rotate',
    'DELETE /api-keys/:keyId',
    'POST /webhooks',
    'POST /webhooks/:webhookId/rotate',
    'PATCH /webhooks/:webhookId',
    'DELETE /webhooks/:webhookId',
  ],
} as const satisfies Record<Right, readonly string[]>;

type RouteName = (typeof access)[Right][number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths that the table has with a method. */
export type PathOf<M extends Method> = RouteName extends infer Name
  ? Name extends `${M} ${infer Path}`
    ? Path
    : never
  : never;

const rightOfName = new Map<string, Right>(
  (Object.entries(access) as [Right, readonly string[]][]).flatMap(([right, names]) =>
    names.map((name) => [name, right] as const),
  ),
);

/** The right that a route needs. Throws for a route that the table does not have. */
export function rightOf(method: Method, path: string): Right {
  const right = rightOfName.get(`${method} ${path}`);
  if (right) return right;
  throw new Error(`access.ts has no line for ${method} ${path}`);
}
