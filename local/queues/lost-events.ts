import * as env from '../../shared/env.ts';
import type { LambdaFunction } from '../template/functions.ts';
import type { RunningQueues } from './start-queues.ts';

/** Says how many events of webhooks the run's queue loses at its end. `functions` are the stack's functions. */
export async function tellLostEvents(
  functions: Iterable<Pick<LambdaFunction, 'variables'>>,
  count: RunningQueues['count'],
  tell: (line: string) => void,
): Promise<void> {
  const queue = [...functions]
    .map(({ variables }) => variables[env.webhooksQueue])
    .find((arn) => arn !== undefined);
  const events = queue === undefined ? 0 : await count(queue);
  if (events === 0) return;
  const what = events === 1 ? '1 event of a webhook' : `${events} events of webhooks`;
  const lost =
    events === 1 ? 'is lost: webhook resend sends it' : 'are lost: webhook resend sends them';
  tell(`${what} waited for another try and ${lost} again.`);
}
