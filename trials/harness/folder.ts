import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stops } from '../../local/stops.ts';

/** An empty folder outside of the project, deleted when the run stops. */
export async function emptyFolder(stops: Stops): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-trial-'));
  return stops.add(folder, () => rm(folder, { recursive: true, force: true }));
}
