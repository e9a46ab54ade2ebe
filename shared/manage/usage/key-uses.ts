import { isoTime, runLogsQuery } from '../../adapters/logs-query.ts';
import { type FunctionLogs, maxQueryRows } from './count-lines.ts';

export interface KeyUse {
  keyId: string;
  /** Also those that were refused. A request over the rate has no line. */
  requests: number;
  /** ISO 8601. */
  lastAt: string;
}

export interface KeyUseSearch {
  accountId: string;
  since: Date;
}

/** The requests of each key of an account, with one query over all groups, which the signal stops. */
export async function keyUses(
  { calls, groups, pollMs }: FunctionLogs,
  { accountId, since }: KeyUseSearch,
  signal: AbortSignal,
): Promise<KeyUse[]> {
  const query = {
    logGroupNames: [...groups],
    startTime: Math.floor(since.getTime() / 1000),
    endTime: Math.ceil(Date.now() / 1000),
    queryString: keyUseQuery(accountId),
    limit: maxQueryRows,
  };
  const { rows } = await runLogsQuery(calls, query, signal, pollMs);
  return rows.map(({ keyId = '', requests, last = '' }) => ({
    ...{ keyId, requests: Number(requests), lastAt: isoTime(last) },
  }));
}

/** @throws {Error} for an account id that is not one of ours */
export function keyUseQuery(accountId: string): string {
  if (!/^\w+$/.test(accountId)) throw new Error('The id of the account has a wrong form');
  return [
    `filter accountId = "${accountId}" and ispresent(keyId) and ispresent(status)`,
    'stats count(*) as requests, max(@timestamp) as last by keyId',
  ].join(' | ');
}
