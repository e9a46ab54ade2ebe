import { credentials, region } from '../local/template/names.ts';

/** Settings of an SDK client for a local server. */
export const localClient = {
  region,
  credentials,
  maxAttempts: 1,
  // On a slow machine the server may end an idle connection while the next request begins.
  requestHandler: { httpAgent: { keepAlive: false } },
};
