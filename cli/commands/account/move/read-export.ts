import { createHash } from 'node:crypto';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import {
  anyHeader,
  type ExportLine,
  exportLine,
  exportVersion,
  maxLineBytes,
} from './export-format.ts';

export interface NumberedLine {
  number: number;
  line: ExportLine;
}

/** Reads an export, line by line. @throws {ManageError} for a damaged, incomplete or foreign file, called `name` */
export async function* readExport(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<NumberedLine> {
  const damaged = (number: number, what: string) =>
    new ManageError(`${name}:${number} is damaged: ${what}; export the account again`);
  const hash = createHash('sha256');
  let number = 0;
  let isEnded = false;
  for await (const text of linesIn(bytes)) {
    number += 1;
    if (isEnded) throw damaged(number, 'the file has a line after its end line');
    if (text === null) throw damaged(number, 'the line is too long');
    const value = parse(text);
    if (number === 1) checkHeader(value, name);
    const read = exportLine.safeParse(value);
    if (!read.success) throw damaged(number, whatIsWrong(value, read.error.issues[0]));
    const line = read.data;
    if (line.kind !== 'end') hash.update(text).update('\n');
    else if (line.lines !== number - 1) throw damaged(number, 'lines before it are missing');
    else if (line.sha256 !== hash.digest('hex')) {
      throw new ManageError(`${name} was changed after its export: export the account again`);
    }
    yield { number, line };
    isEnded = line.kind === 'end';
  }
  if (number === 0) throw new ManageError(`${name} is empty`);
  if (!isEnded) throw damaged(number, 'the file ends here, without its end line');
}

function checkHeader(value: unknown, name: string): void {
  const header = anyHeader.safeParse(value);
  if (!header.success) {
    throw new ManageError(
      `${name} is not the export of an account: create one with account export`,
    );
  }
  const { version } = header.data;
  if (version === exportVersion) return;
  throw new ManageError(
    `${name} has version ${version}, but this postrider reads version ${exportVersion}: import it with the postrider that exported it`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function whatIsWrong(value: unknown, issue: { path: PropertyKey[] } | undefined): string {
  if (value === undefined) return 'it is not JSON';
  const field = (issue?.path ?? []).map(String).join('.');
  return field === '' ? 'an export has no such line' : `its ${field} is wrong`;
}

/** The lines of a file as text; null for a line that is too long. The last line may lack its line feed. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > maxLineBytes) return yield null;
  }
  if (length > 0) yield Buffer.concat(parts).toString();
}
