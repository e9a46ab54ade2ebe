import type { MailFile } from '../engine/flow/ports.ts';
import { maxTestMailFileBytes } from '../engine/limits.ts';
import { checkAttachments } from '../execute/attachments/check-attachments.ts';
import { readFiles } from '../execute/attachments/read-files.ts';
import type { ManageProblem } from './manage-error.ts';

/** A file of a test mail. */
export interface TestFile {
  name: string;
  /** Standard base64. */
  content: string;
  /** The Content-ID, for a file that the HTML shows. */
  cid?: string | undefined;
}

export type TestFiles =
  | { ok: true; files?: readonly MailFile[] }
  | { ok: false; problem: ManageProblem };

/** The files of a test mail as it has them, checked like those of execute, and for their size together. */
export async function readTestFiles(attachments: readonly TestFile[]): Promise<TestFiles> {
  if (attachments.length === 0) return { ok: true };
  const checked = checkAttachments(attachments, []);
  const read = checked.ok ? await readFiles(checked.files, { withContent: false }) : checked;
  if (!read.ok) return { ok: false, problem: problemOf(read.error) };
  const bytes = read.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > maxTestMailFileBytes) {
    const error = `_attachments is larger than ${maxTestMailFileBytes / 1024} KB, before base64`;
    return { ok: false, problem: problemOf(error) };
  }
  return read;
}

/** The problem in a sentence about `_attachments`, which begins with the place. */
function problemOf(error: string): ManageProblem {
  const [, place = '', index, name] = /^(_attachments(?:\[(\d+)\]\.(\w+))?)/.exec(error) ?? [];
  const named = name === undefined ? error : `${name}${error.slice(place.length)}`;
  return {
    code: 'bad-file',
    field: 'attachments',
    ...(index !== undefined && { pointer: `/${index}/${name}` }),
    message: named.replaceAll('_attachments', 'attachments'),
  };
}
