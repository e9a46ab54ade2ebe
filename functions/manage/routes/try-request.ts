import { deadlineOf } from '../../../shared/deadline.ts';
import { type TriedAnswer, tryRequest } from '../contracts/try-request.ts';
import type { DashboardPorts } from '../ports.ts';
import { ok, type Route, route } from '../route.ts';

/** How long the API may take, in milliseconds: a lookup of a domain takes 3 s at most. */
const apiMs = 10_000;

/** `/try-request`. The key decides the account and its scopes, and the request counts towards its rate. */
export const tryRoutes = ({ baseUrl }: Pick<DashboardPorts, 'baseUrl'>): Route[] => [
  route('POST', '/try-request', async (request) => {
    const { operation, secret, body } = request.body(tryRequest);
    const tried = await deadlineOf().within(async (signal) => {
      const response = await fetch(`${baseUrl}/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      const { status, headers } = response;
      return { status, requestId: headers.get('x-request-id'), body: await response.json() };
    }, apiMs);
    return ok(tried satisfies TriedAnswer);
  }),
];
