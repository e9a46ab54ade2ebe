import { type LogsQueryCalls, runLogsQuery } from '../../adapters/logs-query.ts';
import {
  type CountedLines,
  dueSent,
  goneBefore,
  type LineGroup,
  requestEndpoints,
  type UsageBy,
  type UsageSearch,
} from './line-groups.ts';

export interface FunctionLogs {
  calls: LogsQueryCalls;
  groups: readonly string[];
  /** How long lines are kept, in days; null for ever. */
  retentionDays: number | null;
  /** Milliseconds between two reads of a query's state. Default: 500. */
  pollMs?: number | undefined;
}

/** Counts what an account used with one query over all groups, which the signal stops. */
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

/** The most rows that Logs Insights answers. */
export const maxQueryRows = 10_000;

/** The field of the log line, or its time, that makes the rows. */
const fields: Record<UsageBy, string> = {
  template: 'templateId as name',
  key: 'keyId as name',
  day: 'bin(1d) as name',
};

/**
 * The query that adds up an account's lines; it has no text of a caller. A line without `recipients` is a mail to one,
 * so it also counts the lines that have it.
 *
 * @throws {Error} for an account id that is not one of ours
 */
export function usageQuery({ accountId, by }: Pick<UsageSearch, 'accountId' | 'by'>): string {
  if (!/^\w+$/.test(accountId)) throw new Error('The id of the account has a wrong form');
  const list = (words: readonly string[]) => JSON.stringify(words).replaceAll(',', ', ');
  const counted = [
    `endpoint in ${list(requestEndpoints)}`,
    `(endpoint = "due" and outcome in ${list(dueSent)})`,
    '(endpoint = "manage" and ispresent(templateId))',
  ];
  return [
    `filter accountId = "${accountId}" and (${counted.join(' or ')})`,
    `stats count(*) as lines, sum(recipients) as told, count(recipients) as telling by ${fields[by]}, endpoint, outcome, test`,
    'sort lines desc',
    `limit ${maxQueryRows}`,
  ].join(' | ');
}

/** Reads a row, in which CloudWatch writes `1.2E4`, and `true` as `1`. */
function readGroup(row: Readonly<Record<string, string>>, by: UsageBy): LineGroup {
  const number = (name: string) => Number(row[name] || 0);
  const { name = '', endpoint = '', outcome = '', test = '' } = row;
  const lines = number('lines');
  return {
    name: (by === 'day' ? name.slice(0, 10) : name) || null,
    endpoint,
    outcome,
    test: test === '1' || test === 'true',
    lines,
    recipients: number('told') + lines - number('telling'),
  };
}
