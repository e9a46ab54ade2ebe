import type { MailFile } from '../../engine/flow/ports.ts';
import type { GivenFile } from './check-attachments.ts';

/** The files of a mail, each with its media type: the given one, else by the extension of its name. */
export async function mailFiles(
  files: readonly GivenFile[],
): Promise<{ ok: true; files: readonly MailFile[] }> {
  // 37 KB that only a mail with files needs: loaded with the first one.
  const { default: mime } = await import('mime');
  const typed = files.map(({ name, bytes, type, cid, content }) => ({
    name,
    bytes,
    type: type ?? mime.getType(name) ?? 'application/octet-stream',
    cid,
    content,
  }));
  return { ok: true, files: typed };
}
