import { createHash } from 'node:crypto';
import type { FlowMail, MailFile } from '../../engine/flow/ports.ts';
import type { CopiedFile } from '../../message/attachment.ts';

/** The files of a mail as its copy lists them; nothing where it has none. */
export function copiedFiles({ files }: Pick<FlowMail<unknown>, 'files'>): {
  attachments?: CopiedFile[];
} {
  return files === undefined ? {} : { attachments: files.map(copied) };
}

function copied({ content, ...listed }: MailFile): CopiedFile {
  const hash = createHash('sha256');
  const ended =
    typeof content === 'string' ? hash.update(content, 'base64') : hash.update(content ?? '');
  return { ...listed, sha256: ended.digest('hex') };
}
