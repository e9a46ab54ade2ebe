import { base64Bytes } from './base64.ts';
import type { AttachmentEntry } from './entries.ts';

/** A file of a request whose entry was checked. */
export interface GivenFile extends AttachmentEntry {
  /** The size of the file itself, before base64. */
  bytes: number;
}

export type CheckedAttachments =
  | { ok: true; files: readonly GivenFile[] }
  | { ok: false; field: '_attachments'; error: string };

/** Checks the entries of `_attachments`. The error names the first wrong entry by its place. */
export function checkAttachments(entries: readonly AttachmentEntry[]): CheckedAttachments {
  const files: GivenFile[] = [];
  for (const [index, entry] of entries.entries()) {
    const bytes = base64Bytes(entry.content);
    const problem = bytes === null ? 'is not standard base64' : 'is empty';
    if (!bytes) {
      const error = `_attachments[${index}].content ${problem}`;
      return { ok: false, field: '_attachments', error };
    }
    files.push({ ...entry, bytes });
  }
  return { ok: true, files };
}
