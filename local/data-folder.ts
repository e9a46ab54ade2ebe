import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foreignAccess } from '../cli/files/folder-owner.ts';
import { startCommand, startProgram } from '../shared/command.ts';
import { codeOf, Failure, reasonOf } from './failure.ts';
import { lock } from './lock.ts';

/** The names of everything that the local run keeps in its data folder. */
const names = {
  cdkOut: 'cdk.out',
  tables: 'tables',
  logs: 'logs',
  controlPlane: 'control-plane.json',
  deadLetters: 'dead-letters.jsonl',
  schedules: 'schedules.json',
  deployment: 'deployment.json',
} as const;

/** This file marks a data folder: only in such a folder does the local run delete anything. */
const markerName = 'ABOUT.txt';

const marker = `This folder belongs to the local run of postrider (${startCommand}). It keeps ${Object.values(names).join(', ')} here; ${startProgram} --fresh deletes these.\n`;

/** The data folder, claimed for this run. */
export type DataFolder = Readonly<Record<keyof typeof names | 'path', string>> & {
  release: () => Promise<void>;
};

/**
 * Claims a data folder, which it creates if missing. `fresh` deletes only what earlier runs wrote into it. The mode is
 * 0700: the run executes files in it, and it holds addresses and a key. Throws a `Failure` if another run uses the
 * folder, or if another user may write into it.
 */
export async function claimDataFolder(path: string, fresh: boolean): Promise<DataFolder> {
  const folder = resolve(path);
  attempt(path, () => mkdirSync(folder, { recursive: true, mode: ownerOnly }));
  attempt(path, () => refuseForeign(folder));
  attempt(path, () => mark(folder));
  const unlock = await lock(join(folder, 'lock'), path).catch((error) => {
    throw refusal(path, error);
  });
  const paths = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, join(folder, name)]),
  ) as Record<keyof typeof names, string>;
  try {
    if (fresh) deleteAll(path, Object.values(paths));
    attempt(path, () => {
      chmodSync(folder, ownerOnly);
      mkdirSync(paths.logs, { recursive: true, mode: ownerOnly });
    });
  } catch (error) {
    await unlock();
    throw error;
  }
  return { path: folder, ...paths, release: unlock };
}

const ownerOnly = 0o700;

/** Throws a `Failure` if another user may have put files into the folder. An empty folder is accepted. */
function refuseForeign(folder: string): void {
  const access = foreignAccess(folder);
  if (access === undefined) return;
  if (access === 'writable' && readdirSync(folder).length === 0) return;
  throw new Failure(
    access === 'owned'
      ? `${folder} cannot be the data folder: it belongs to another user of this machine. Choose another folder with --data.`
      : `${folder} cannot be the data folder: other users of this machine may write into it. If its content is yours, run chmod 700 on it; otherwise choose another folder with --data.`,
  );
}

/** Writes the marker file. Throws a `Failure` if the folder has no marker but an entry with one of the `names`. */
function mark(folder: string): void {
  if (existsSync(join(folder, markerName))) return;
  const taken = readdirSync(folder).find((entry) => Object.values<string>(names).includes(entry));
  if (taken) {
    throw new Failure(
      `${join(folder, taken)} was not made by a local run: choose another folder with --data.`,
    );
  }
  writeFileSync(join(folder, markerName), marker);
}

function deleteAll(path: string, entries: readonly string[]): void {
  for (const entry of entries) {
    attempt(path, () => rmSync(entry, { recursive: true, force: true }));
  }
}

function attempt(path: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw refusal(path, error);
  }
}

function refusal(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = reasons[codeOf(error) ?? ''] ?? reasonOf(error);
  return new Failure(`${path} cannot be the data folder: ${reason}.`, error);
}

const reasons: Record<string, string> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'its file system is read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
};
