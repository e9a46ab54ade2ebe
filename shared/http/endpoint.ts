import type * as z from 'zod/mini';
import { type FunctionTime, runSend } from '../deadline.ts';
import { Refusal, refuse, refuseBecause } from '../engine/errors.ts';
import { mayUse, mayUseTemplate, type ScopeName } from '../keys/scopes.ts';
import { pauseWords } from '../pause.ts';
import { answer, refusalAnswer, requestIdOf } from './answer.ts';
import { lambdaHandler } from './chain.ts';
import { checkContract } from './contract.ts';
import { ignoredFields, ignoredHeader } from './ignored-fields.ts';
import { readJsonBody } from './json-body.ts';
import { causesOf, type LogEnd } from './log-line.ts';
import {
  type ApiCaller,
  type DoorCall,
  header,
  type ProxyAnswer,
  type ProxyEvent,
} from './proxy.ts';
import { WrittenAnswer } from './written-answer.ts';

/** What a function is made of: its contract and its use case. */
export interface EndpointDefinition<S extends z.ZodMiniObject> {
  name: string;
  /** What a key with scopes needs for this endpoint. */
  scope: {
    name: ScopeName;
    /** The template that a request asks for. Absent if the endpoint works without a template. */
    templateOf?: (request: z.output<S>) => string;
  };
  request: S;
  /** The largest body, in bytes. Default: `maxBodyBytes`. */
  maxBodyBytes?: number;
  /** Divides the time of a request into the phases of a send. Default: false. */
  sends?: boolean;
  /** Answers the request with a result or a `WrittenAnswer`; throws a `Refusal`, or anything else as a fault. */
  run: (
    request: z.output<S>,
    caller: ApiCaller,
    received: Received,
    note: (notes: LogEnd) => void,
  ) => Promise<object | WrittenAnswer> | object | WrittenAnswer;
}

/** The parts of a request that a use case may read besides its contract's fields. */
export interface Received {
  requestId: string;
  /** The whole body as it came, before the contract. */
  body: Record<string, unknown>;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  /** Absent for a request to `/v1`. */
  door?: DoorCall | undefined;
}

/** The door of a request, with the sender that its mail in this place names. */
export function mailDoor(door: DoorCall | undefined, place: number) {
  return door && { name: door.name, from: door.from?.[place] };
}

/** Makes the handler of an endpoint: it reads the body, checks the contract and the key's scopes, and answers. */
export function endpoint<S extends z.ZodMiniObject>(
  definition: EndpointDefinition<S>,
): (event: ProxyEvent, time: FunctionTime) => Promise<ProxyAnswer> {
  const known = new Set(Object.keys(definition.request.shape));
  return lambdaHandler({
    name: definition.name,
    run: async ({ event, notes }) => {
      const requestId = requestIdOf(event);
      const note = (more: LogEnd) => void Object.assign(notes, more);
      const { accountId, keyId, test, paused } = event.requestContext.authorizer ?? {};
      const { door } = event.requestContext;
      Object.assign(notes, { requestId, accountId, keyId, test: test ? true : undefined });
      notes.door = door?.name;
      if (door?.thrown) throw door.thrown;
      if (keyId && paused) throw refuse('keyPaused', keyId, pauseWords(JSON.parse(paused)));
      const body = readJsonBody(event, definition.maxBodyBytes);
      notes.ignored = ignoredFields(body, known);
      const request = checkContract(definition.request, body);
      const caller = callerOf(event);
      checkScope(caller, definition.scope, request);
      const received = { requestId, body, door, header: (name: string) => header(event, name) };
      const work = () => definition.run(request, caller, received, note);
      const result = await (definition.sends ? runSend(work) : work());
      const reply = result instanceof WrittenAnswer ? result : WrittenAnswer.of(result);
      note(reply.notes);
      return told(event, notes, answer(200, reply.body, requestId, reply.headers));
    },
    answerTo: (error, { event, notes }) => {
      const refusal = error instanceof Refusal ? error : refuseBecause(error, 'internal');
      if (refusal.status >= 500) notes.causes ??= causesOf(refusal);
      return told(event, notes, refusalAnswer(refusal, requestIdOf(event)));
    },
    lineOf: () => ({}),
  });
}

/**
 * The answer as the caller gets it, which is in the line: through a door a translated one. A header names the ignored
 * fields, also on a refusal: a misspelt field may be why another is missing.
 */
function told({ requestContext: { door } }: ProxyEvent, notes: LogEnd, own: ProxyAnswer) {
  if (notes.ignored) own.headers[ignoredHeader] = notes.ignored.join(', ');
  if (own.statusCode >= 400) notes.ignored = undefined;
  const answer = door?.translate?.(own) ?? own;
  notes.status = own.statusCode;
  notes.doorStatus = door && answer.statusCode;
  return answer;
}

/** The authorizer runs first: a request without its data means that the deployment is set up wrongly. */
function callerOf({ requestContext: { authorizer } }: ProxyEvent): ApiCaller {
  if (!authorizer?.accountId || !authorizer.keyId) throw refuse('internal');
  const { accountId, keyId, messageParts, personKey, test, scopes } = authorizer;
  const caller: ApiCaller = { accountId, keyId };
  if (messageParts) caller.messageParts = Number(messageParts);
  if (personKey) caller.personKey = personKey;
  if (test) caller.test = JSON.parse(test);
  if (scopes) caller.scopes = JSON.parse(scopes);
  return caller;
}

/** Refuses what the scopes do not allow before a table is read, so that no answer tells whether a template exists. */
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
