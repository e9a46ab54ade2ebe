import { doorsStage } from '../shared/engine/doors.ts';

/** The endpoints of the API. Each is a POST to its name below the stage `v1`, with its own function. */
export const endpoints = ['render', 'execute', 'verify', 'message', 'cancel', 'batch'] as const;

export type Endpoint = (typeof endpoints)[number];

/** The id of an endpoint's function in the stack. */
export type EndpointFunction = Capitalize<Endpoint>;

/** A route of an API for callers with keys, and the function that answers it. */
interface Route {
  method: 'GET' | 'POST';
  path: string;
  fn: EndpointFunction;
}

/** The routes of an API for callers with keys. */
export interface CallersRoutes {
  /** The name of the stage, which is the first part of every path. */
  stage: string;
  /** The routes that need a key. */
  keyed: readonly Route[];
  /** The paths where every method without its own route is answered without a key. */
  open: readonly string[];
}

export const apiVersion = 'v1';

const post = (path: string, fn: EndpointFunction): Route => ({ method: 'POST', path, fn });

const routesOf = (stage: string, keyed: readonly Route[], open: readonly string[]) => ({
  ...{ stage, keyed },
  open: ['/', '/{proxy+}', ...open, ...keyed.map(({ path }) => path)],
});

const capital = (name: Endpoint) => `${name[0]?.toUpperCase()}${name.slice(1)}` as EndpointFunction;

/** The routes of `/v1`. `basePath`: a resource above them. */
export const apiRoutes = (basePath?: string): CallersRoutes => {
  const base = basePath ? `/${basePath}` : '';
  const keyed = endpoints.map((name) => post(`${base}/${name}`, capital(name)));
  return routesOf(apiVersion, keyed, base ? [base, `${base}/{proxy+}`] : []);
};

/** The routes of other services (docs/doors.md). The first part of a path is the door's name. */
export const doorRoutes: CallersRoutes = routesOf(
  doorsStage,
  [
    post('/resend/emails', 'Execute'),
    post('/resend/emails/batch', 'Batch'),
    { method: 'GET', path: '/resend/emails/{id}', fn: 'Message' },
    post('/resend/emails/{id}/cancel', 'Cancel'),
    post('/postmark/email', 'Execute'),
    post('/postmark/email/withTemplate', 'Execute'),
    post('/postmark/email/batch', 'Batch'),
    post('/postmark/email/batchWithTemplates', 'Batch'),
    post('/smtp', 'Execute'),
    post('/supabase/{hook}', 'Execute'),
  ],
  ['/resend/{proxy+}', '/postmark/{proxy+}'],
);
