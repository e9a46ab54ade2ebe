import { PatternRouter } from 'hono/router/pattern-router';
import type { FunctionTime } from '../../shared/deadline.ts';
import { answer, encodeResult, requestIdOf } from '../../shared/http/answer.ts';
import { type Invocation, lambdaHandler } from '../../shared/http/chain.ts';
import { causesOf } from '../../shared/http/log-line.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import type { DashboardPorts } from './ports.ts';
import { ProblemError, problemAnswer, toProblem } from './problems.ts';
import { callerOf, type ManageEvent, ManageRequest, queryPlace } from './request.ts';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { draftRoutes } from './routes/drafts.ts';
import { figureRoutes } from './routes/figures.ts';
import { messageRoutes } from './routes/messages.ts';
import { peopleRoutes } from './routes/people.ts';
import { sendingRoutes } from './routes/sending.ts';
import { templateRoutes } from './routes/templates.ts';
import { trailRoutes } from './routes/trail.ts';
import { tryRoutes } from './routes/try-request.ts';
import { unsavedRoutes } from './routes/unsaved.ts';
import { userRoutes } from './routes/users.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export function manage(
  ports: DashboardPorts,
): (event: ManageEvent, time: FunctionTime) => Promise<ProxyAnswer> {
  const router = new PatternRouter<Route>();
  for (const route of routesOf(ports)) router.add('ALL', route.path, route);
  return lambdaHandler({
    name: 'manage',
    run: (invocation) => answerRequest(invocation, router, ports),
    answerTo: (error, { event, notes }) => {
      const problem = toProblem(error, event.httpMethod === 'GET' ? queryPlace : '');
      notes.denied = problem.options.denied;
      const told = problemAnswer(problem, requestIdOf(event));
      if (told.statusCode >= 500 && problem.cause !== undefined)
        notes.causes = causesOf(problem.cause);
      return { ...told, headers: { ...told.headers, ...noStore } };
    },
    lineOf: ({ statusCode: status }) => ({ status }),
  });
}

async function answerRequest(
  { event, notes }: Invocation<ManageEvent>,
  router: PatternRouter<Route>,
  ports: DashboardPorts,
): Promise<ProxyAnswer> {
  const requestId = requestIdOf(event);
  Object.assign(notes, { requestId, method: event.httpMethod, route: 'none' });
  const [matches] = router.match('ALL', pathOf(event));
  const [first] = matches;
  if (first === undefined) throw new ProblemError('not_found');
  notes.route = first[0].path;
  const caller = await callerOf(event, ports);
  notes.accountId = caller.accountId;
  const [{ right, path, answer: answerTo }, parts] = routeOf(matches, event);
  notes.route = path;
  const more = { parts: parts as PathParts, trail: ports.trail };
  const request = new ManageRequest(event, { caller, requestId, ...more });
  request.need(right);
  const { status, body, headers, fault, sent } = await answerTo(request);
  Object.assign(notes, sent, fault === undefined ? {} : { causes: causesOf(fault) });
  const text = body === undefined ? '' : encodeResult(body);
  return answer(status, text, requestId, { ...noStore, ...headers });
}

/** The path below `/manage/v1`. */
function pathOf({ path }: ManageEvent): string {
  return /^(?:\/manage)?\/v1(\/.*)$/s.exec(path)?.[1] ?? '/';
}

/** The route of a path with the request's method, and its parts. Throws the problem `method_not_allowed`. */
function routeOf(matches: Matches, { httpMethod }: ManageEvent): [Route, object] {
  const found = matches.find(([{ method }]) => method === httpMethod);
  if (found) return found;
  const allow = matches.map(([{ method }]) => method).join(', ');
  throw new ProblemError('method_not_allowed', { headers: { allow } });
}

type PathParts = Record<string, string>;
type Matches = readonly [Route, object][];

/** No cache on the way may store an answer. */
const noStore = { 'cache-control': 'no-store' };

const routesOf = (ports: DashboardPorts): Route[] => [
  ...accountRoutes(ports),
  ...templateRoutes(ports),
  ...draftRoutes(ports),
  ...unsavedRoutes(ports),
  ...tryRoutes(ports),
  ...apiKeyRoutes(ports),
  ...messageRoutes(ports),
  ...figureRoutes(ports),
  ...sendingRoutes(ports),
  ...webhookRoutes(ports),
  ...userRoutes(ports),
  ...trailRoutes(ports),
  ...peopleRoutes(ports),
];
