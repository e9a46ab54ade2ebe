import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Megabytes of memory that a process and all that it started have resident, by the system's `ps`. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([own = 0, parent = 0, kilobytes = 0]) => ({ own, parent, kilobytes }));
  const family = new Set([pid]);
  // A child may be listed before its parent.
  for (let known = 0; known < family.size; ) {
    known = family.size;
    for (const { own, parent } of processes) if (family.has(parent)) family.add(own);
  }
  const ofFamily = processes.filter(({ own }) => family.has(own));
  return ofFamily.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024;
}
