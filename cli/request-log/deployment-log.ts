import { slowAtTerminal } from '../../shared/adapters/call-times.ts';
import type { CountedLines, UsageSearch } from '../../shared/manage/usage/line-groups.ts';
import type { RequestLog } from '../aws/request-log.ts';
import type { Deployment } from '../connection/deployment.ts';
import { countInFiles, localLog } from './local-log.ts';

/** Opens the logs of a deployment's functions. It loads CloudWatch's client only here, since most commands do not need it. */
export async function requestLogOf({
  logs,
  region,
}: Pick<Deployment, 'logs' | 'region'>): Promise<RequestLog> {
  if ('folder' in logs) return localLog(logs.folder);
  const { cloudWatchLogs, logsClient } = await import('../aws/cloudwatch.ts');
  const client = logsClient(slowAtTerminal, { region });
  return cloudWatchLogs({ client, groups: logs.groups });
}

/** Counts what an account used, from the logs of the deployment's functions. The signal ends a query at CloudWatch. */
export async function countLines(
  { logs, region, profile }: Pick<Deployment, 'logs' | 'region' | 'profile'>,
  search: UsageSearch,
  signal: AbortSignal,
): Promise<CountedLines> {
  if ('folder' in logs) return countInFiles(logs.folder, search);
  const { countAtCloudWatch, logsClient } = await import('../aws/cloudwatch.ts');
  const client = logsClient(slowAtTerminal, { region, profile });
  return countAtCloudWatch({ client, groups: logs.groups }, search, signal);
}
