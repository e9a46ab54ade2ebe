import type { Command } from 'commander';
import { type AttachedFile, attachedFiles, type NamedFile } from './attached-files.ts';

/** What the options add to a mail. */
export interface MailOptions {
  /** In the order of the command line. */
  attach?: readonly NamedFile[];
  header?: Record<string, string>;
  unsubscribe?: string;
}

/** The fields of execute for these options. */
export interface MailFields {
  _attachments?: AttachedFile[];
  _headers?: Record<string, string>;
  _unsubscribe?: string;
}

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
