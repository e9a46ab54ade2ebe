import { slowAtTerminal } from '../../shared/adapters/call-times.ts';
import type { RequestLog } from '../aws/request-log.ts';
import type { Deployment } from '../connection/deployment.ts';
import { localLog } from './local-log.ts';

/** Opens the logs of a deployment's functions. It loads CloudWatch's client only here, since most commands do not need it. */
export async function requestLogOf({
  logs,
  region,
}: Pick<Deployment, 'logs' | 'region'>): Promise<RequestLog> {
  if ('folder' in logs) return localLog(logs.folder);
  const { cloudWatchLogs, logsClient } = await import('../aws/logs.ts');
  const client = logsClient(slowAtTerminal, { region });
  return cloudWatchLogs({ client, groups: logs.groups });
}
