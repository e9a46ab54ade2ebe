import type { DoorName } from '../engine/doors.ts';
import * as env from '../env.ts';

/** The log line of one request (docs/operations/monitoring.md, "Watch"). Never a secret, an address or a value. */
export interface LogLine {
  /** For an event, its own id. Missing in the authorizer's lines: API Gateway gives it none. */
  requestId?: string | undefined;
  endpoint: string;
  accountId?: string | undefined;
  keyId?: string | undefined;
  /** Present in the lines of requests with a test key, and of reports about its mails. */
  test?: true | undefined;
  /** The door by which the request came; absent for `/v1`. */
  door?: DoorName | undefined;
  /** The method and the resource's pattern, if the function has several resources. */
  method?: string | undefined;
  route?: string | undefined;
  /** The right that the user's role lacks. */
  denied?: string | undefined;
  /** A draft was published without the approval that the account requires. */
  override?: true | undefined;
  /** The status of the answer; an event has none. */
  status?: number | undefined;
  /** The status of the door's answer; `status` is that of `/v1`. */
  doorStatus?: number | undefined;
  /** `ok`, `refused` or `fault`, or the function's own word for how it ended, such as `sent`. */
  outcome: string;
  /** The template that was found, and its revision. */
  templateId?: string | undefined;
  revision?: number | undefined;
  /** The id of the message that the function sent, tried to send or refused. */
  messageId?: string | undefined;
  /** For how many recipients SES bills the mail. Absent if it is 1, or if no mail was sent; 0 if SES was not called. */
  recipients?: number | undefined;
  /** SES refused the mail because the account is paused. */
  paused?: true | undefined;
  /** Of the hourly look at SES's tenants: how many accounts are paused. */
  accountsPaused?: number | undefined;
  /** How many messages a batch has, and how many of them were accepted. */
  messages?: number | undefined;
  accepted?: number | undefined;
  /** How many scheduled messages had lost their wake-ups, and how many messages a sweep woke up. */
  overdue?: number | undefined;
  woken?: number | undefined;
  state?: string | undefined;
  sesMessageId?: string | undefined;
  /** The webhook endpoint that an event is for, and the number of tries before. */
  endpointId?: string | undefined;
  attempt?: number | undefined;
  /** See `ignoredFields`. Absent if the request was refused. */
  ignored?: readonly string[] | undefined;
  /** Why a webhook did not accept an event, without the words of its answer. */
  problem?: string | undefined;
  ms: number;
  /** Whether this was the first request of its container. */
  cold: boolean;
  /** 1: a refused request could not be recorded. Absent otherwise. */
  notRecorded?: 1 | undefined;
  /** The errors that caused a 5xx, or errors that did not change a good answer; outermost first. */
  causes?: string[] | undefined;
}

let served = 0;

/** What a function adds to its line when it ends. The default of `outcome` depends on the status. */
export type LogEnd = Omit<LogLine, 'endpoint' | 'outcome' | 'ms' | 'cold'> &
  Partial<Pick<LogLine, 'outcome'>>;

/** The line of an invocation that has begun. */
export interface StartedLine {
  cold: boolean;
  /** Writes the line directly to stdout, because Lambda's `console` would wrap it in another one. */
  write: (end: LogEnd) => void;
}

/** Begins an invocation of the function `endpoint`. */
export function startLogLine(endpoint: string): StartedLine {
  const startedAt = performance.now();
  const cold = served++ === 0;
  return {
    cold,
    write: ({ requestId, outcome, ...end }) => {
      const line: LogLine = {
        requestId,
        endpoint,
        ...end,
        outcome: outcome ?? outcomeOf(end.status ?? 200),
        ms: Math.round(performance.now() - startedAt),
        cold,
      };
      const level = line.outcome === 'fault' || line.causes ? 'error' : 'info';
      process.stdout.write(`${JSON.stringify({ level, ...line, ...metricsOf(line) })}\n`);
    },
  };
}

/** How a request ended, if its function gives no outcome of its own. */
function outcomeOf(status: number): string {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'fault';
}

/** The chain of causes of a fault, at most five, each with where it was thrown. */
export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  for (let at = error; at !== undefined && causes.length < 5; ) {
    if (!(at instanceof Error)) return [...causes, typeof at];
    causes.push(at.stack ?? `${at.name}: ${at.message}`);
    at = at.cause;
  }
  return causes;
}

/** The names of the CloudWatch metrics; the dimensions are fields of the log line. */
export const metrics = {
  /** Milliseconds, by endpoint and outcome. Its number of samples is the number of requests. */
  time: 'ms',
  /** First requests of their containers, by endpoint. */
  coldStarts: 'coldStarts',
  /** Refused requests that could not be recorded, by endpoint. */
  notRecorded: 'notRecorded',
  /** Accounts that are paused, by endpoint: of `events`, which looks once an hour. */
  accountsPaused: 'accountsPaused',
} as const;

const unmeasured: ReadonlySet<string> = new Set([
  ...['batch', 'cancel', 'events', 'message', 'replies'],
]);

/** The outcomes of `due` with a metric: ends of attempts to send, and a sweep that found lost wake-ups. */
const ofScheduledSends: ReadonlySet<string> = new Set(['sent', 'failed', 'unknown', 'overdue']);

/**
 * The fields that make CloudWatch read metrics from a log line (its embedded metric format); empty without a namespace.
 * There is none by account, because each costs $0.30 a month, and none for functions whose failures Lambda counts.
 * Requests with test keys have none, so that no test raises an alarm.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metricsOf(
  {
    endpoint,
    outcome = '',
    cold,
    test,
    notRecorded,
    accountsPaused,
  }: Pick<LogLine, 'endpoint' | 'cold' | 'test' | 'notRecorded' | 'accountsPaused'> &
    Partial<Pick<LogLine, 'outcome'>>,
  nowMs = Date.now(),
): object {
  const Namespace = process.env[env.metricsNamespace];
  if (!Namespace) return {};
  const isIdle = endpoint === 'due' && !ofScheduledSends.has(outcome);
  const isMeasured = !(unmeasured.has(endpoint) || isIdle || test);
  const isColdStart = isMeasured && cold && endpoint !== 'due';
  const metric = (isThere: unknown, Name: string, ...more: string[]) =>
    isThere ? [{ Namespace, Dimensions: [['endpoint', ...more]], Metrics: [{ Name }] }] : [];
  return {
    ...(isColdStart && { [metrics.coldStarts]: 1 }),
    _aws: {
      Timestamp: nowMs,
      CloudWatchMetrics: [
        ...metric(isMeasured, metrics.time, 'outcome'),
        ...metric(isColdStart, metrics.coldStarts),
        ...metric(isMeasured && notRecorded, metrics.notRecorded),
        ...metric(accountsPaused !== undefined, metrics.accountsPaused),
      ],
    },
  };
}
