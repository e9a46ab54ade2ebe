import { PatternRouter } from 'hono/router/pattern-router';
import { type Deadline, type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { answer, encodeResult, requestIdOf } from '../../shared/http/answer.ts';
import { causesOf, type StartedLine, startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import type { DashboardPorts } from './ports.ts';
import { ProblemError, problemAnswer, toProblem } from './problems.ts';
import { type Caller, callerOf, type ManageEvent, ManageRequest, queryPlace } from './request.ts';
import type { Answer, Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { draftRoutes } from './routes/drafts.ts';
import { overviewRoutes, usageRoutes } from './routes/figures.ts';
import { messageRoutes } from './routes/messages.ts';
import { checkRoutes, senderRoutes, suppressionRoutes } from './routes/sending.ts';
import { revisionRoutes, templateRoutes, typeRoutes } from './routes/templates.ts';
import { flowRoutes, renderRoutes, testSendRoutes } from './routes/unsaved.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** What is known about a request so far. */
interface RequestState {
  event: ManageEvent;
  requestId: string;
  /** The path pattern of the route. */
  path?: string;
  caller?: Caller;
}

/** The answer to a request, and the fault and the mail that only the log shows. */
type Outcome = { answer: ProxyAnswer } & Pick<Answer, 'fault' | 'sent'>;

/**
 * Makes the handler of the dashboard's API. `portsFor` makes the ports for one request; their calls end by the
 * request's deadline.
 */
export function manage(
  portsFor: (deadline: Deadline) => DashboardPorts,
): (event: ManageEvent, time: FunctionTime) => Promise<ProxyAnswer> {
  return async (event, time) => {
    const line = startLogLine('manage');
    const ports = portsFor(requestDeadline(time));
    const state: RequestState = { event, requestId: requestIdOf(event) };
    const outcome = await answerRequest(state, ports).catch((thrown: unknown) =>
      refused(thrown, state),
    );
    log(line, state, outcome);
    return outcome.answer;
  };
}

async function answerRequest(state: RequestState, ports: DashboardPorts): Promise<Outcome> {
  const { event, requestId } = state;
  const [matches] = routerOf(routesOf(ports)).match('ALL', pathOf(event));
  const routes = matches.map(([route]) => route);
  const [first] = matches;
  if (first === undefined) throw new ProblemError('not_found');
  state.path = first[0].path;
  state.caller = await callerOf(event, ports.readUser);
  const request = new ManageRequest(event, {
    caller: state.caller,
    requestId,
    parts: first[1] as Record<string, string>,
  });
  const given = await routeOf(routes, event).answer(request);
  return { answer: encoded(given, requestId), fault: given.fault, sent: given.sent };
}

function routerOf(routes: readonly Route[]): PatternRouter<Route> {
  const router = new PatternRouter<Route>();
  for (const route of routes) router.add('ALL', route.path, route);
  return router;
}

/** The path below `/manage/v1`. */
function pathOf({ path }: ManageEvent): string {
  return /^(?:\/manage)?\/v1(\/.*)$/s.exec(path)?.[1] ?? '/';
}

/** The route of a path with the request's method. Throws the problem `method_not_allowed`. */
function routeOf(routes: readonly Route[], { httpMethod }: ManageEvent): Route {
  const found = routes.find(({ method }) => method === httpMethod);
  if (found) return found;
  const allow = routes.map(({ method }) => method).join(', ');
  throw new ProblemError('method_not_allowed', { headers: { allow } });
}

/** No cache on the way may store an answer. */
const noStore = { 'cache-control': 'no-store' };

function encoded({ status, body, headers }: Answer, requestId: string): ProxyAnswer {
  const text = body === undefined ? '' : encodeResult(body);
  return answer(status, text, requestId, { ...noStore, ...headers });
}

function refused(thrown: unknown, { event, requestId }: RequestState): Outcome {
  const problem = toProblem(thrown, event.httpMethod === 'GET' ? queryPlace : '');
  const { headers, ...rest } = problemAnswer(problem, requestId);
  return { answer: { ...rest, headers: { ...headers, ...noStore } }, fault: problem.cause };
}

function log(
  line: StartedLine,
  { event, requestId, path, caller }: RequestState,
  { answer: { statusCode }, fault, sent }: Outcome,
): void {
  const logsCauses = fault !== undefined && (statusCode >= 500 || statusCode < 300);
  line.write({
    requestId,
    method: event.httpMethod,
    route: path ?? 'none',
    accountId: caller?.accountId,
    status: statusCode,
    ...sent,
    causes: logsCauses ? causesOf(fault) : undefined,
  });
}

/** All routes of the dashboard's API. */
const routesOf = (ports: DashboardPorts): Route[] => [
  ...accountRoutes(ports),
  ...templateRoutes(ports),
  ...draftRoutes(ports),
  ...revisionRoutes(ports),
  ...typeRoutes(ports),
  ...testSendRoutes(ports),
  ...renderRoutes(ports),
  ...flowRoutes(ports),
  ...apiKeyRoutes(ports),
  ...messageRoutes(ports),
  ...overviewRoutes(ports),
  ...usageRoutes(ports),
  ...senderRoutes(ports),
  ...suppressionRoutes(ports),
  ...checkRoutes(ports),
  ...webhookRoutes(ports),
];
