import { once } from 'node:events';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import * as z from 'zod';
import { codeOf, Failure } from './failure.ts';
import { loopback } from './loopback/listen.ts';

const lockFile = z.object({ pid: z.int(), port: z.int() });

/**
 * Keeps other runs out of a data folder. The file names a process and a port that it listens on. The system closes the
 * port with the process, so a stale lock is never taken for a live one. Returns the unlock. Throws a `Failure` that
 * names the process if another run uses the folder.
 */
export async function lock(file: string, folder: string): Promise<() => Promise<void>> {
  const sign = createServer((connection) => connection.destroy());
  sign.listen(0, loopback);
  await once(sign, 'listening');
  const unlock = () => new Promise<void>((resolve) => sign.close(() => resolve()));
  const text = JSON.stringify({ pid: process.pid, port: (sign.address() as AddressInfo).port });
  try {
    await takeOver(file, folder);
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    await unlock();
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new Failure(`Another local run is starting in ${folder}: stop it first.`);
  }
  return async () => {
    if (existsSync(file)) unlinkSync(file);
    await unlock();
  };
}

/** Removes a stale lock. Throws a `Failure` if the lock belongs to a live run. */
async function takeOver(file: string, folder: string): Promise<void> {
  if (!existsSync(file)) return;
  const holder = readLock(file);
  if (holder && (await listens(holder.port))) {
    throw new Failure(
      `Another local run uses ${folder} (process ${holder.pid}): stop it first, or choose another folder with --data.`,
    );
  }
  unlinkSync(file);
}

function readLock(file: string) {
  try {
    return lockFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The run was killed while it wrote the file.
    return undefined;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect({ port, host: loopback });
    const end = (answer: boolean) => {
      connection.destroy();
      resolve(answer);
    };
    connection.once('connect', () => end(true)).once('error', () => end(false));
  });
}
