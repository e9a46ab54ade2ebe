import { PatternRouter } from 'hono/router/pattern-router';
import { type Deadline, type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { answer, encodeResult, requestIdOf } from '../../shared/http/answer.ts';
import { causesOf, type StartedLine, startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import type { DashboardPorts } from './ports.ts';
import { ProblemError, problemAnswer, toProblem } from './problems.ts';
import { type Caller, callerOf, type ManageEvent, ManageRequest, queryPlace } from './request.ts';
import type { Answer, Method, Resource } from './resource.ts';
import { accountResources } from './routes/account.ts';
import { apiKeyResources } from './routes/api-keys.ts';
import { flowResources } from './routes/flow.ts';
import { messageResources } from './routes/messages.ts';
import { renderResources } from './routes/render.ts';
import { revisionResources } from './routes/revisions.ts';
import { checkResources, senderResources, suppressionResources } from './routes/sending.ts';
import { templateResources } from './routes/templates.ts';
import { testSendResources } from './routes/test-send.ts';

/** What is known about a request so far. */
interface RequestState {
  event: ManageEvent;
  requestId: string;
  resource?: Resource;
  caller?: Caller;
}

/** The answer to a request, and the fault that only the log shows. */
type Outcome = { answer: ProxyAnswer; fault?: unknown };

/**
 * Makes the handler of the dashboard's interface. `portsFor` makes the ports of one request, whose calls end
 * with its deadline.
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
  const [matches] = routerOf(resourcesOf(ports)).match('ALL', pathOf(event));
  const [resource, parts] = matches[0] ?? [];
  if (resource === undefined) throw new ProblemError('not_found');
  state.resource = resource;
  state.caller = await callerOf(event, ports.readUser);
  const request = new ManageRequest(event, {
    caller: state.caller,
    requestId,
    parts: parts as Record<string, string>,
  });
  const given = await answererOf(resource, event)(request);
  return { answer: encoded(given, requestId), fault: given.fault };
}

function routerOf(resources: readonly Resource[]): PatternRouter<Resource> {
  const router = new PatternRouter<Resource>();
  for (const resource of resources) router.add('ALL', resource.path, resource);
  return router;
}

/** The path below `/manage/v1`. */
function pathOf({ path }: ManageEvent): string {
  return /^(?:\/manage)?\/v1(\/.*)$/s.exec(path)?.[1] ?? '/';
}

function answererOf({ methods }: Resource, { httpMethod }: ManageEvent) {
  const method = httpMethod.toLowerCase();
  const answerer = Object.hasOwn(methods, method) ? methods[method as Method] : undefined;
  if (answerer) return answerer;
  const allow = Object.keys(methods).join(', ').toUpperCase();
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
  { event, requestId, resource, caller }: RequestState,
  { answer: { statusCode }, fault }: Outcome,
): void {
  const logsCauses = fault !== undefined && (statusCode >= 500 || statusCode < 300);
  line.write({
    requestId,
    method: event.httpMethod,
    route: resource?.path ?? 'none',
    accountId: caller?.accountId,
    status: statusCode,
    causes: logsCauses ? causesOf(fault) : undefined,
  });
}

/** All resources of the dashboard's interface, below `/manage/v1`. */
const resourcesOf = (ports: DashboardPorts): Resource[] => [
  ...accountResources(ports),
  ...templateResources(ports),
  ...revisionResources(ports),
  ...testSendResources(ports),
  ...renderResources(),
  ...flowResources(ports),
  ...apiKeyResources(ports),
  ...messageResources(ports),
  ...senderResources(ports),
  ...suppressionResources(ports),
  ...checkResources(ports),
];
