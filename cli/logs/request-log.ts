import { slowAtTerminal } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { Deployment } from '../connection/deployment.ts';
import type { RequestLog } from '../operate/request-log.ts';
import { localLog } from './local-log.ts';

/**
 * The functions' logs of this deployment. CloudWatch's client is loaded only here, since most
 * commands do without. Throws a `ManageError` where the stack does not name its log groups.
 */
export async function requestLogOf({
  logs,
  region,
}: Pick<Deployment, 'logs' | 'region'>): Promise<RequestLog> {
  if ('folder' in logs) return localLog(logs.folder);
  if (logs.groups.length === 0) {
    throw new ManageError(
      'This stack does not say where its logs are: deploy it again with this version',
    );
  }
  const { cloudWatchLogs, logsClient } = await import('../aws/logs.ts');
  const client = logsClient(slowAtTerminal, { ...(region && { region }) });
  return cloudWatchLogs({ client, groups: logs.groups });
}
