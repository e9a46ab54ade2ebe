import { PatternRouter } from 'hono/router/pattern-router';
import { type Deadline, type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { answer, encodeResult, requestIdOf } from '../../shared/http/answer.ts';
import { causesOf, type StartedLine, startLogLine } from '../../shared/http/log-line.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import type { Answer } from './answer.ts';
import { Asked, queryPlace } from './asked.ts';
import { type Caller, callerOf } from './caller.ts';
import type { ManageEvent } from './event.ts';
import type { DashboardPorts } from './ports.ts';
import { ProblemError } from './problem-error.ts';
import { problemAnswer, toProblem } from './problems.ts';
import type { Method, Resource } from './resource.ts';
import { resourcesOf } from './resources.ts';

/** A request on its way, as far as it has come. */
interface Passage {
  event: ManageEvent;
  requestId: string;
  resource?: Resource;
  caller?: Caller;
}

/** What came of a request: its answer, and what the log says went wrong underneath. */
type Outcome = { answer: ProxyAnswer; fault?: unknown };

/**
 * Makes the handler of the dashboard's interface: a resource by its path, behind one door. `portsFor` makes the
 * ports of one request, whose calls end with its deadline.
 */
export function manage(
  portsFor: (deadline: Deadline) => DashboardPorts,
): (event: ManageEvent, time: FunctionTime) => Promise<ProxyAnswer> {
  return async (event, time) => {
    const line = startLogLine('manage');
    const ports = portsFor(requestDeadline(time));
    const passage: Passage = { event, requestId: requestIdOf(event) };
    const outcome = await passThrough(passage, ports).catch((thrown: unknown) =>
      refused(thrown, passage),
    );
    log(line, passage, outcome);
    return outcome.answer;
  };
}

async function passThrough(passage: Passage, ports: DashboardPorts): Promise<Outcome> {
  const { event, requestId } = passage;
  const [matches] = routerOf(resourcesOf(ports)).match('ALL', pathOf(event));
  const [resource, parts] = matches[0] ?? [];
  if (resource === undefined) throw new ProblemError('not_found');
  passage.resource = resource;
  passage.caller = await callerOf(event, ports.readUser);
  const asked = new Asked(event, {
    caller: passage.caller,
    requestId,
    parts: parts as Record<string, string>,
  });
  const given = await answererOf(resource, event)(asked);
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

/** Nothing of a dashboard is kept by anybody on the way. */
const noStore = { 'cache-control': 'no-store' };

function encoded({ status, body, headers }: Answer, requestId: string): ProxyAnswer {
  const text = body === undefined ? '' : encodeResult(body);
  return answer(status, text, requestId, { ...noStore, ...headers });
}

function refused(thrown: unknown, { event, requestId }: Passage): Outcome {
  const problem = toProblem(thrown, event.httpMethod === 'GET' ? queryPlace : '');
  const { headers, ...rest } = problemAnswer(problem, requestId);
  return { answer: { ...rest, headers: { ...headers, ...noStore } }, fault: problem.cause };
}

function log(
  line: StartedLine,
  { event, requestId, resource, caller }: Passage,
  { answer: { statusCode }, fault }: Outcome,
): void {
  const tells = fault !== undefined && (statusCode >= 500 || statusCode < 300);
  line.write({
    requestId,
    method: event.httpMethod,
    route: resource?.path ?? 'none',
    accountId: caller?.accountId,
    status: statusCode,
    causes: tells ? causesOf(fault) : undefined,
  });
}
