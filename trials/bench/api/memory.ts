import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Resident {
  pid: number;
  parent: number;
  kilobytes: number;
}

/** Resident memory of a process and all its descendants in megabytes, as the system counts it. */
export async function residentMb(pid: number): Promise<number> {
  // A bare Linux has no `ps`, and macOS has no /proc.
  const processes = await (process.platform === 'linux' ? fromProc() : fromPs());
  const family = new Set([pid]);
  // A child may be listed before its parent.
  for (let known = 0; known < family.size; ) {
    known = family.size;
    for (const each of processes) if (family.has(each.parent)) family.add(each.pid);
  }
  const ofFamily = processes.filter((each) => family.has(each.pid));
  return ofFamily.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024;
}

async function fromProc(): Promise<Resident[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process that has ended since it was listed has no memory; the kernel's processes have none either.
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const field = (name: string) =>
        Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
      return { pid: Number(pid), parent: field('PPid'), kilobytes: field('VmRSS') };
    }),
  );
  return found.filter(({ kilobytes }) => !Number.isNaN(kilobytes));
}

async function fromPs(): Promise<Resident[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, kilobytes = 0]) => ({ pid, parent, kilobytes }));
}
