import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyUse, KeyUseSearch } from '../../shared/manage/usage/key-uses.ts';
import {
  type CountedLine,
  type CountedLines,
  groupLines,
  type UsageSearch,
} from '../../shared/manage/usage/line-groups.ts';
import {
  type LogEntry,
  type LoggedRequest,
  type LogSearch,
  maxFoundLines,
  type RequestLog,
  readLogLine,
} from '../aws/request-log.ts';

/** Reads the functions' logs of the local run: a file for each function, and a second one (`….log.1`) with older lines. */
export function localLog(folder: string): RequestLog {
  return {
    find: async (search) => {
      const entries = (await readAll(folder, search.since)).filter((entry) =>
        matches(entry, search),
      );
      const isCut = entries.length > maxFoundLines;
      return { entries: entries.slice(0, maxFoundLines), isCut };
    },
    lastUseOfKeys: async (since) => {
      const lines = await readAll(folder, since);
      return new Map(
        lines.flatMap(({ at, line }) => (line?.keyId && line.status ? [[line.keyId, at]] : [])),
      );
    },
  };
}

async function readAll(folder: string, since: Date): Promise<LogEntry[]> {
  const files = (await readdir(folder)).filter((file) => /\.log(\.1)?$/.test(file));
  const entries = await Promise.all(files.map((file) => readEntries(folder, file)));
  const from = since.toISOString();
  return entries
    .flat()
    .filter(({ at }) => at >= from)
    .sort((one, other) => one.at.localeCompare(other.at));
}

/** The time (ISO 8601) before which lines may be missing; null if no function has a second file yet. */
async function beginningOf(folder: string): Promise<string | null> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.log.1'));
  const firsts = await Promise.all(files.map((file) => readEntries(folder, file)));
  return (
    firsts
      .map(([first]) => first?.at ?? '')
      .sort()
      .at(-1) ?? null
  );
}

/** Reads a file. A line without a time, such as one of an error's stack, gets the time of the line before it. */
async function readEntries(folder: string, file: string): Promise<LogEntry[]> {
  const path = join(folder, file);
  const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
  const name = file.replace(/\.1$/, '');
  const lines = text.split('\n').map((each) => ({ text: each, line: readLogLine(each) }));
  let at = timeOf(lines.find(({ line }) => line?._aws)?.line) ?? mtime.toISOString();
  return lines.flatMap(({ text: each, line }, index) => {
    if (each === '') return [];
    at = timeOf(line) ?? at;
    return [{ id: `${name} ${at} ${line?.requestId ?? index}`, at, text: each, line }];
  });
}

function timeOf(line: LoggedRequest | null | undefined): string | undefined {
  return line?._aws && new Date(line._aws.Timestamp).toISOString();
}

function matches({ line }: LogEntry, { requestId, endpoint, status, keyId }: LogSearch): boolean {
  return (
    (requestId === undefined || line?.requestId === requestId) &&
    (endpoint === undefined || line?.endpoint === endpoint) &&
    (status === undefined || line?.status === status) &&
    (keyId === undefined || line?.keyId === keyId)
  );
}

export async function countInFiles(
  folder: string,
  { accountId, by, since }: UsageSearch,
): Promise<CountedLines> {
  const [entries, begin] = await Promise.all([readAll(folder, since), beginningOf(folder)]);
  const lines = entries.flatMap(({ at, line }): (CountedLine & { at: string })[] =>
    line?.accountId === accountId ? [{ ...line, at }] : [],
  );
  const isGone = begin !== null && begin > since.toISOString();
  return {
    groups: groupLines(lines, by),
    isCut: false,
    searchedBytes: null,
    goneBefore: isGone ? begin : null,
  };
}

export async function keyUsesInFiles(
  folder: string,
  { accountId, since }: KeyUseSearch,
): Promise<KeyUse[]> {
  const uses = new Map<string, KeyUse>();
  for (const { at: lastAt, line } of await readAll(folder, since)) {
    if (line?.accountId !== accountId || !line.keyId || line.status === undefined) continue;
    const requests = (uses.get(line.keyId)?.requests ?? 0) + 1;
    uses.set(line.keyId, { keyId: line.keyId, requests, lastAt });
  }
  return [...uses.values()];
}
