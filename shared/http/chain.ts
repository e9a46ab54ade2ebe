import middy from '@middy/core';
import { type FunctionTime, requestDeadline, runRequest } from '../deadline.ts';
import { causesOf, type LogEnd, type StartedLine, startLogLine } from './log-line.ts';

export interface Invocation<Event> {
  event: Event;
  /** What the function has noted for its log line so far. */
  notes: LogEnd;
}

/** A function: its work, and what its log line and its caller learn of the result. */
export interface FunctionDefinition<Event, Result> {
  name: string;
  /** Does the work. It may add to the notes, which the log line contains even if it throws. */
  run: (invocation: Invocation<Event>) => Promise<Result>;
  /** The log line's fields for the result, besides the notes; null if the function writes no line. */
  lineOf: (result: Result, line: Pick<StartedLine, 'cold'>) => LogEnd | null;
  /** Makes the answer to an error. Without it, the error is thrown: Lambda or the queue calls the function again. */
  answerTo?: (error: unknown, invocation: Invocation<Event>) => Result;
}

type Started<Event> = Invocation<Event> & { line: StartedLine };
type Context = import('aws-lambda').Context;
type Middleware<Event, Result> = middy.MiddlewareObj<Started<Event>, Result, Error, Context>;

/**
 * The one chain of every function: log line, errors, deadline, work. Middlewares unwind in reverse, so the log line
 * sees the final result. Only this file knows middy. The Node 24 runtime refuses a handler with a third parameter.
 */
export function lambdaHandler<Event, Result>({
  name,
  run,
  lineOf,
  answerTo,
}: FunctionDefinition<Event, Result>): (event: Event, time: FunctionTime) => Promise<Result> {
  const chain = middy<Started<Event>, Result, Error, Context>()
    .use(logResult(lineOf))
    .use(answerErrors(answerTo))
    .handler(async (invocation: Started<Event>, time: Context) =>
      runRequest(requestDeadline(time), () => run(invocation)),
    );
  return (event, time) =>
    chain({ event, notes: {}, line: startLogLine(name) }, time as Context) as Promise<Result>;
}

function logResult<Event, Result>(
  lineOf: FunctionDefinition<Event, Result>['lineOf'],
): Middleware<Event, Result> {
  const write = ({ notes, line }: Started<Event>, result: Result) => {
    const end = lineOf(result, line);
    if (end !== null) line.write({ ...notes, ...end });
  };
  return {
    after: ({ event, response }) => write(event, response as Result),
    onError: ({ event, response, error }) => {
      if (response !== undefined) return write(event, response as Result);
      const { notes, line } = event;
      const fault = { outcome: 'fault', causes: causesOf(error) };
      line.write(notes.outcome === undefined ? { ...notes, ...fault } : notes);
    },
  };
}

function answerErrors<Event, Result>(
  answerTo: FunctionDefinition<Event, Result>['answerTo'],
): Middleware<Event, Result> {
  return {
    onError: (request) => {
      if (answerTo) request.response = answerTo(request.error, request.event);
    },
  };
}
