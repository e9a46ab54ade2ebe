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
  const sha256 = createHash('sha256')
    .update(content ?? '', 'base64')
    .digest('hex');
  return { ...listed, sha256 };
}
