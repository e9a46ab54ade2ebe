import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { codeOf } from '../files/error-code.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { type JsonSource, readJson } from '../terminal/json-source.ts';

/** The result of reading a file: its content, or that it does not exist, or what is wrong with it. */
export type FileReading<T> =
  | { state: 'read'; content: T }
  | { state: 'absent' }
  | { state: 'wrong'; problem: ManageProblem };

/** Reads a regular file of UTF-8 text, at most `maxBytes` long, without changing a byte. It follows no link. */
export async function readTextFile(file: string, maxBytes: number): Promise<FileReading<string>> {
  const wrong = (message: string, line?: number): FileReading<string> => ({
    state: 'wrong',
    problem: { code: 'bad-file', file, ...(line && { line, column: 1 }), message },
  });
  try {
    const reading = await readRegularFile(file, maxBytes);
    if ('absent' in reading) return { state: 'absent' };
    if ('message' in reading) return wrong(reading.message);
    const { bytes } = reading;
    if (bytes.length > maxBytes) return wrong(`is larger than ${maxBytes / 1024} KB`);
    const content = decode(bytes);
    if (content === null) return wrong('is not UTF-8: save it as UTF-8', firstBrokenLine(bytes));
    return { state: 'read', content };
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

/** The bytes as text, a byte order mark included; null if they are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return null;
    throw error;
  }
}

/**
 * The first line that is not UTF-8. No sequence of several bytes contains a line feed, so each line can be
 * decoded by itself.
 */
function firstBrokenLine(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decode(bytes.subarray(start, end)) === null) return line;
    start = end + 1;
  }
}
