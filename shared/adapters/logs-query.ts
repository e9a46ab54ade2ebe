import { setTimeout as pause } from 'node:timers/promises';

export interface LogsQuery {
  logGroupNames: string[];
  /** Seconds since 1970, both included. */
  startTime: number;
  endTime: number;
  queryString: string;
  /** The most rows of the answer. */
  limit: number;
}

export interface LogsQueryCalls {
  start: (query: LogsQuery) => Promise<string>;
  results: (queryId: string) => Promise<LogsQueryState>;
  stop: (queryId: string) => Promise<unknown>;
}

export interface LogsQueryState {
  status?: string | undefined;
  results?: { field?: string | undefined; value?: string | undefined }[][] | undefined;
  statistics?: { bytesScanned?: number | undefined } | undefined;
}

/** The answer: each row by the names of its fields, and how much was searched, for $0.005 a GB. */
export interface LogsFound {
  rows: Record<string, string>[];
  bytes: number;
}

/** Runs a query until it ends; `signal` stops it. `pollMs`: the pause between two reads of its state. */
export async function runLogsQuery(
  calls: LogsQueryCalls,
  query: LogsQuery,
  signal: AbortSignal,
  pollMs = 500,
): Promise<LogsFound> {
  const queryId = await calls.start(query);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { status, results = [], statistics } = await calls.results(queryId);
      if (status === 'Complete') {
        return { rows: results.map(byName), bytes: statistics?.bytesScanned ?? 0 };
      }
      if (status !== 'Scheduled' && status !== 'Running') {
        throw new Error(`The CloudWatch Logs Insights query ended as ${status}`);
      }
      await pause(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } catch (error) {
    if (signal.aborted) await calls.stop(queryId).catch(() => undefined);
    throw error;
  }
}

function byName(row: readonly { field?: string | undefined; value?: string | undefined }[]) {
  return Object.fromEntries(row.map(({ field = '', value = '' }) => [field, value]));
}

/** Logs Insights returns `max(@timestamp)` as milliseconds, but a time as `2026-11-21 10:00:00.000` in UTC. */
export function isoTime(value: string): string {
  const ms = /^\d+(\.\d+)?(E\d+)?$/.test(value)
    ? Number(value)
    : Date.parse(`${value.replace(' ', 'T')}Z`);
  return new Date(ms).toISOString();
}
