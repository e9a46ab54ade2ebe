import { realpath } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import type { Command } from 'commander';
import type { Attachment, ExecuteRequest } from '../../../client/src/index.ts';
import { callerPath } from '../../../lib/project.ts';
import { maxInlineFilesBytes } from '../../../shared/engine/limits.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { readRegularFile } from '../../files/regular-file.ts';

export interface MailOptions {
  attach?: readonly NamedFile[];
  header?: Record<string, string>;
  unsubscribe?: string;
}

export type MailFields = Pick<ExecuteRequest, '_attachments' | '_headers' | '_unsubscribe'>;

/** Adds `--attach`, `--header` and `--unsubscribe`. */
export function addMailOptions(command: Command): Command {
  return command
    .option(
      '--attach <file>',
      'a file, logo.png=cid:logo for a picture that the HTML shows as cid:logo, or s3://BUCKET/KEY; can be repeated',
      (text: string, before: readonly NamedFile[] = []) => [...before, fileOf(text)],
    )
    .option(
      '--header <name: value>',
      "a header, such as 'In-Reply-To: <id@shop.example>'; can be repeated",
      (text: string, before: Record<string, string> = {}) => {
        const [name, value] = headerOf(text, command);
        if (!Object.hasOwn(before, name)) return { ...before, [name]: value };
        return command.error(`error: --header gives ${name} twice`);
      },
    )
    .option('--unsubscribe <address>', 'the https address that unsubscribes the recipient');
}

/** `FILE`, or `FILE=cid:NAME` for a file that the HTML shows. */
function fileOf(text: string): NamedFile {
  const [, path, cid] = /^(.+)=cid:(.*)$/s.exec(text) ?? [];
  return path === undefined || cid === undefined ? { path: text } : { path, cid };
}

function headerOf(text: string, command: Command): [name: string, value: string] {
  const at = text.indexOf(':');
  if (at >= 1) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return command.error(`error: --header must be NAME: VALUE, found ${JSON.stringify(text)}`);
}

/** @throws {ManageError} for a file that cannot be attached */
export async function mailFields({
  attach,
  header,
  unsubscribe,
}: MailOptions): Promise<MailFields> {
  return {
    ...(attach && { _attachments: await attachedFiles(attach) }),
    ...(header && { _headers: header }),
    ...(unsubscribe !== undefined && { _unsubscribe: unsubscribe }),
  };
}

interface NamedFile {
  /** The path of a file, or `s3://BUCKET/KEY`. */
  path: string;
  /** The name after `cid:` in the HTML that shows the file. */
  cid?: string;
}

/** @throws {ManageError} for a file that is unreadable or empty, and if all are too large together */
async function attachedFiles(files: readonly NamedFile[]): Promise<Attachment[]> {
  const entries: Attachment[] = [];
  let left = maxInlineFilesBytes;
  for (const { path, ...cid } of files) {
    if (path.startsWith('s3://')) {
      entries.push({ name: posix.basename(path), s3: path, ...cid });
    } else {
      const bytes = await bytesOf(callerPath(path), left);
      left -= bytes.length;
      entries.push({ name: basename(path), content: bytes.toString('base64'), ...cid });
    }
  }
  return entries;
}

/** The bytes of a file. Unlike a file of a template's folder, it may be a link: the user has named it. */
async function bytesOf(path: string, maxBytes: number): Promise<Buffer> {
  const target = await realpath(path).catch(() => path);
  const reading = await readRegularFile(target, maxBytes);
  if ('message' in reading) throw new ManageError(`${path} ${reading.message}`);
  if ('absent' in reading) throw new ManageError(`There is no file ${path}`);
  if (reading.bytes.length === 0) throw new ManageError(`${path} is empty`);
  if (reading.bytes.length <= maxBytes) return reading.bytes;
  throw new ManageError(
    `The attached files are larger than ${maxInlineFilesBytes / 2 ** 20} MB together`,
    [],
    { hint: 'put large files into a bucket of the deployment, and attach s3://BUCKET/KEY' },
  );
}
