import { isUtf8 } from 'node:buffer';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { codeOf } from '../files/error-code.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { type JsonSource, readJson } from '../terminal/json-source.ts';

export type FileReading<T> =
  | { state: 'read'; content: T }
  | { state: 'absent' }
  | { state: 'wrong'; problem: ManageProblem };

/** Reads a regular file of UTF-8 text, at most `maxBytes` long, without changing a byte. It follows no link. */
export async function readTextFile(file: string, maxBytes: number): Promise<FileReading<string>> {
  const wrong = (message: string): FileReading<string> => ({
    state: 'wrong',
    problem: { code: 'bad-file', file, message },
  });
  try {
    const reading = await readRegularFile(file, maxBytes);
    if ('absent' in reading) return { state: 'absent' };
    if ('message' in reading) return wrong(reading.message);
    const { bytes } = reading;
    if (bytes.length > maxBytes) return wrong(`is larger than ${maxBytes / 1024} KB`);
    if (!isUtf8(bytes)) return wrong('is not UTF-8: save it as UTF-8');
    return { state: 'read', content: bytes.toString('utf8') };
  } catch (error) {
    if (codeOf(error) === 'EACCES') return wrong('may not be read: check its permissions');
    throw error;
  }
}

/** Reads a JSON file like `readTextFile`. It skips a byte order mark. */
export async function readJsonFile(
  file: string,
  maxBytes: number,
): Promise<FileReading<Extract<JsonSource, { ok: true }>>> {
  const reading = await readTextFile(file, maxBytes);
  if (reading.state !== 'read') return reading;
  const source = readJson(reading.content.replace(/^\uFEFF/, ''));
  if (source.ok) return { state: 'read', content: source };
  return {
    state: 'wrong',
    problem: { code: 'bad-file', file, ...source.place, message: source.message },
  };
}
