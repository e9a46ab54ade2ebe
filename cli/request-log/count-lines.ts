import { slowAtTerminal } from '../../shared/adapters/call-times.ts';
import type { CountedLines } from '../../shared/manage/usage/line-groups.ts';
import type { UsageSearch } from '../../shared/manage/usage/usage-search.ts';
import type { Deployment } from '../connection/deployment.ts';
import { countInFiles } from './local-count.ts';

/** Counts what an account used, from the logs of the deployment's functions. The signal ends a query at CloudWatch. */
export async function countLines(
  { logs, region, profile }: Pick<Deployment, 'logs' | 'region' | 'profile'>,
  search: UsageSearch,
  signal: AbortSignal,
): Promise<CountedLines> {
  if ('folder' in logs) return countInFiles(logs.folder, search);
  const { countAtCloudWatch, logsClient } = await import('../aws/logs.ts');
  const client = logsClient(slowAtTerminal, { region, profile });
  return countAtCloudWatch({ client, groups: logs.groups }, search, signal);
}
