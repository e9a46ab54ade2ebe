import { metricsOf } from './metrics.ts';

/**
 * What one request leaves in the log: the same of every function (docs/operations.md, "Watch").
 * Never a secret, an address or a value of a variable.
 */
export interface LogLine {
  /** Missing where nobody knows it: API Gateway tells an authorizer none. An event's is its own id. */
  requestId?: string | undefined;
  /** The function, in the words of its route. */
  endpoint: string;
  accountId?: string | undefined;
  keyId?: string | undefined;
  /** Where one function has several resources: the method, and the resource's pattern. */
  method?: string | undefined;
  route?: string | undefined;
  /** Of the answer; an event has none. */
  status?: number | undefined;
  /** `ok`, `refused` or `fault`, or in a word of the function's own how it ended: `sent`. */
  outcome: string;
  /** The template that was found, and its revision. */
  templateId?: string | undefined;
  revision?: number | undefined;
  /** The record of the message that was sent, or tried to. */
  messageId?: string | undefined;
  /** What SES reported. */
  state?: string | undefined;
  sesMessageId?: string | undefined;
  ms: number;
  /** Whether this was the first request of its container. */
  cold: boolean;
  /** What went wrong underneath, outermost first: for a 5xx, or behind an answer that stands. */
  causes?: string[] | undefined;
}

let served = 0;

/** Begins an invocation; asked at its end, tells how long it took and whether it was the first. */
export function startTiming(): () => Pick<LogLine, 'ms' | 'cold'> {
  const startedAt = performance.now();
  const cold = served++ === 0;
  return () => ({ ms: Math.round(performance.now() - startedAt), cold });
}

/** How a request ended, where its function has no word of its own for it. */
export function outcomeOf(status: number): string {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'fault';
}

/**
 * Writes the one line of a request. Straight to stdout, which CloudWatch gets as it is: `console`
 * is Lambda's own, and would put the line into another one.
 */
export function writeLogLine(line: LogLine): void {
  const level = line.outcome === 'fault' || line.causes ? 'error' : 'info';
  process.stdout.write(`${JSON.stringify({ level, ...line, ...metricsOf(line) })}\n`);
}

/**
 * The chain of causes of a fault, each with where it was thrown. Deep enough for an SDK error in
 * a refusal in a chain; bounded, because a cause may point to itself.
 */
export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  for (let at = error; at !== undefined && causes.length < 5; ) {
    if (!(at instanceof Error)) return [...causes, typeof at];
    causes.push(at.stack ?? `${at.name}: ${at.message}`);
    at = at.cause;
  }
  return causes;
}
