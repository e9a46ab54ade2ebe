import * as env from '../../env.ts';
import { callTimes, withinRequest } from '../call-times.ts';
import type { LogsQueryCalls, LogsQueryState } from '../logs-query.ts';
import { endpoint } from '../signed-call.ts';
import { jsonService } from './json-service.ts';

/** The calls of a query inside a function: region, credentials and endpoint come from its environment. */
export function lambdaLogsCalls(): LogsQueryCalls {
  const call = jsonService({
    name: 'logs',
    says: 'CloudWatch Logs',
    url: endpoint('logs', process.env.AWS_REGION, process.env[env.logsEndpoint]),
    times: callTimes(withinRequest),
  });
  const make = <T>(operation: string, input: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Logs_20140328.${operation}`,
    };
    const body = JSON.stringify(input);
    return call({ path: '/', headers, body }, {}, (text): T => JSON.parse(text));
  };
  return {
    start: async (query) => (await make<{ queryId: string }>('StartQuery', query)).queryId,
    results: (queryId) => make<LogsQueryState>('GetQueryResults', { queryId }),
    stop: (queryId) => make('StopQuery', { queryId }),
  };
}
