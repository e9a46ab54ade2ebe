import middy from '@middy/core';
import type * as z from 'zod/mini';
import { type Deadline, requestDeadline } from '../deadline.ts';
import { Refusal, refuse, refuseBecause } from '../engine/errors.ts';
import { mayUse, mayUseTemplate, type ScopeName } from '../keys/scopes.ts';
import { answer, refusalAnswer, requestIdOf } from './answer.ts';
import { checkContract } from './contract.ts';
import { header } from './header.ts';
import { ignoredFields, ignoredHeader } from './ignored-fields.ts';
import { readJsonBody } from './json-body.ts';
import { causesOf, type StartedLine, startLogLine } from './log-line.ts';
import type { ApiCaller, ProxyAnswer, ProxyEvent } from './proxy.ts';
import { type LogNotes, Reply } from './reply.ts';

/** What a function is made of: its contract and its use case. */
export interface EndpointDefinition<S extends z.ZodMiniObject> {
  name: string;
  /** What a key with scopes needs for this endpoint. */
  scope: {
    name: ScopeName;
    /** The template that a request asks for. Absent: the endpoint works without a template. */
    templateOf?: (request: z.output<S>) => string;
  };
  request: S;
  /** The largest body, in bytes. Default: `maxBodyBytes`. */
  maxBodyBytes?: number;
  /**
   * Answers the parsed request with a result, or with a `Reply` it wrote itself; throws a
   * `Refusal`, or anything else as a fault. The log line contains what it passes to `note`, even if
   * it throws.
   */
  run: (
    request: z.output<S>,
    caller: ApiCaller,
    received: Received,
    note: (notes: LogNotes) => void,
  ) => Promise<object | Reply> | object | Reply;
}

/** What a use case may read of a request besides its contract's fields. */
export interface Received {
  requestId: string;
  /** The whole body as it came, before the contract. */
  body: Record<string, unknown>;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  /** The time by which the use case must have its answer. */
  deadline: Deadline;
}

/** A Lambda handler of two parameters: the Node 24 runtime refuses a third. */
type Handler = (event: ProxyEvent, context: Context) => Promise<ProxyAnswer>;
type Line = { line: StartedLine };
type Context = import('aws-lambda').Context;
type Step = middy.MiddlewareObj<ProxyEvent, ProxyAnswer, Error, Context, Line>;
type Request = middy.Request<ProxyEvent, ProxyAnswer, Error, Context, Line>;

/**
 * The one chain that every endpoint runs in: log line, refusals, body, contract, use case. Steps
 * unwind in reverse, so the log line sees the final answer. Endpoints do not use middy themselves.
 */
export function endpoint<S extends z.ZodMiniObject>(definition: EndpointDefinition<S>): Handler {
  const known = new Set(Object.keys(definition.request.shape));
  const notes = new WeakMap<ProxyEvent, LogNotes>();
  const chain = middy<ProxyEvent, ProxyAnswer, Error, Context, Line>()
    .use(logEachRequest(definition.name, notes))
    .use(nameIgnored(notes))
    .use(answerRefusals())
    .handler(async (event: ProxyEvent, context: Context) => {
      const deadline = requestDeadline(context);
      const body = readJsonBody(event, definition.maxBodyBytes);
      const requestId = requestIdOf(event);
      const note = (more: LogNotes) => void notes.set(event, { ...notes.get(event), ...more });
      const ignored = ignoredFields(body, known);
      if (ignored) note({ ignored });
      const request = checkContract(definition.request, body);
      const caller = callerOf(event);
      checkScope(caller, definition.scope, request);
      const result = await definition.run(
        request,
        caller,
        { requestId, body, header: (name) => header(event, name), deadline },
        note,
      );
      const reply = result instanceof Reply ? result : Reply.of(result);
      note(reply.notes);
      return answer(200, reply.body, requestId, reply.headers);
    });
  return (event, context) => chain(event, context);
}

/**
 * The authorizer runs first: a request without its data means that the deployment is set up
 * wrongly.
 */
function callerOf({ requestContext: { authorizer } }: ProxyEvent): ApiCaller {
  if (!authorizer?.accountId || !authorizer.keyId) throw refuse('internal');
  const { accountId, keyId, messageParts, test, scopes } = authorizer;
  return {
    accountId,
    keyId,
    ...(messageParts && { messageParts: Number(messageParts) }),
    ...(test && { test: JSON.parse(test) }),
    ...(scopes && { scopes: JSON.parse(scopes) }),
  };
}

/**
 * Refuses what the key's scopes do not allow, before anything is read: the answer is the same whether or not there is
 * such a template. The authorizer cannot do it, because it does not get the body.
 */
function checkScope<Request>(
  caller: ApiCaller,
  { name, templateOf }: { name: ScopeName; templateOf?: (request: Request) => string },
  request: Request,
): void {
  if (!mayUse(caller, name)) throw refuse('endpointForbidden', name);
  const templateId = templateOf?.(request);
  if (templateId === undefined || mayUseTemplate(caller, name, templateId)) return;
  throw refuse('templateForbidden', templateId);
}

/** Names the ignored fields in a header, also of a refusal: the missing field may be one of them. */
function nameIgnored(notes: WeakMap<ProxyEvent, LogNotes>): Step {
  const name = ({ event, response }: Request) => {
    const ignored = notes.get(event)?.ignored;
    if (response?.headers && ignored) response.headers[ignoredHeader] = ignored.join(', ');
  };
  return { after: name, onError: name };
}

/**
 * Turns a thrown error into the answer: a refusal as it is, any other error as a fault without
 * details.
 */
function answerRefusals(): Step {
  return {
    onError: (request) => {
      const { error } = request;
      const refusal = error instanceof Refusal ? error : refuseBecause(error, 'internal');
      request.error = refusal;
      request.response = refusalAnswer(refusal, requestIdOf(request.event));
    },
  };
}

function logEachRequest(name: string, notes: WeakMap<ProxyEvent, LogNotes>): Step {
  const write = (request: Request) => {
    const authorizer = request.event.requestContext.authorizer;
    const status = request.response?.statusCode ?? 500;
    request.internal.line.write({
      requestId: requestIdOf(request.event),
      accountId: authorizer?.accountId,
      keyId: authorizer?.keyId,
      test: authorizer?.test ? true : undefined,
      status,
      causes: status >= 500 ? causesOf(request.error) : undefined,
      ...notes.get(request.event),
      ...(status >= 400 && { ignored: undefined }),
    });
  };
  return {
    before: (request) => {
      request.internal.line = startLogLine(name);
    },
    after: write,
    onError: write,
  };
}
