import { stoppedAtEnd } from '../../end-of-file.ts';
import { type LocalProcess, type Start, startLocalProcess } from '../run/local-process.ts';

export async function startOwnRun(start: Start): Promise<LocalProcess> {
  return stoppedAtEnd(await startLocalProcess(start));
}
