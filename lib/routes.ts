/** The routes of the API. Each is a POST below the stage `v1`, with its own function. */
export const routes = {
  render: { path: 'render' },
  execute: { path: 'execute' },
  verify: { path: 'verify' },
  message: { path: 'message' },
  cancel: { path: 'cancel' },
  batch: { path: 'batch' },
} as const;

export type Endpoint = keyof typeof routes;

/** The name of the stage, which is the first part of every path. */
export const apiVersion = 'v1';

/** The stage of the doors' API, whose routes are those of other services (docs/doors.md). */
export const doorsStage = 'doors';

/** A route of the doors' API, and the function that answers it. */
export interface DoorRoute {
  method: 'GET' | 'POST';
  path: string;
  endpoint: Endpoint;
}

const post = (path: string, endpoint: Endpoint): DoorRoute => ({ method: 'POST', path, endpoint });

/** The routes of the doors' API that need a key. The first part of a path is the door's name. */
export const doorRoutes: readonly DoorRoute[] = [
  post('/resend/emails', 'execute'),
  post('/resend/emails/batch', 'batch'),
  { method: 'GET', path: '/resend/emails/{id}', endpoint: 'message' },
  post('/resend/emails/{id}/cancel', 'cancel'),
  post('/postmark/email', 'execute'),
  post('/postmark/email/withTemplate', 'execute'),
  post('/postmark/email/batch', 'batch'),
  post('/postmark/email/batchWithTemplates', 'batch'),
  post('/smtp', 'execute'),
  post('/supabase/{hook}', 'execute'),
];

/** The paths of the doors' API where every method without its own route is answered without a key. */
export const openDoorPaths: readonly string[] = [
  ...['/', '/{proxy+}', '/resend/{proxy+}', '/postmark/{proxy+}'],
  ...doorRoutes.map(({ path }) => path),
];
