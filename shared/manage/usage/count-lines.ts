import { type LogsQueryCalls, runLogsQuery } from '../../adapters/logs-query.ts';
import { type CountedLines, goneBefore } from './line-groups.ts';
import { maxQueryRows, readGroup, usageQuery } from './usage-query.ts';
import type { UsageSearch } from './usage-search.ts';

/** The functions' logs at CloudWatch. */
export interface FunctionLogs {
  calls: LogsQueryCalls;
  /** The names of the log groups. */
  groups: readonly string[];
  /** How long lines are kept, in days; null for ever. */
  retentionDays: number | null;
  /** Milliseconds between two reads of a query's state. Default: 500. */
  pollMs?: number | undefined;
}

/** Counts what an account used, with one query over all groups. The signal ends and stops it. */
export async function countLines(
  { calls, groups, retentionDays, pollMs }: FunctionLogs,
  search: UsageSearch,
  signal: AbortSignal,
): Promise<CountedLines> {
  const { by, since } = search;
  const now = new Date();
  const query = {
    logGroupNames: [...groups],
    startTime: Math.floor(since.getTime() / 1000),
    endTime: Math.ceil(now.getTime() / 1000),
    queryString: usageQuery(search),
    limit: maxQueryRows,
  };
  const { rows, bytes } = await runLogsQuery(calls, query, signal, pollMs);
  return {
    groups: rows.map((row) => readGroup(row, by)),
    isCut: rows.length >= maxQueryRows,
    searchedBytes: bytes,
    goneBefore: goneBefore(since, retentionDays, now),
  };
}
