import {
  testMailFileBytes,
  testMailFiles,
} from '../../../../../functions/manage/contracts/test-send.ts';
import { fileSize } from '../../../parts/file-size.ts';

/** A file that the author attaches to a test mail. */
export interface AttachedFile {
  /** Distinguishes files of the same name. */
  id: string;
  file: File;
  /** The Content-ID by which the mail shows it; null if it is only attached. */
  cid: string | null;
}

/**
 * Adds files that the author chose. A new file is shown by the Content-ID that has its name, with or without the name's
 * extension, unless another file has this Content-ID. `cids` are the mail's Content-IDs.
 */
export function withFiles(
  files: readonly AttachedFile[],
  more: readonly File[],
  { cids, newId }: { cids: readonly string[]; newId: () => string },
): AttachedFile[] {
  const all = [...files];
  for (const file of more) {
    const name = file.name.toLowerCase();
    const names = [name, name.replace(/\.[^.]*$/, '')];
    const cid = cids.find(
      (each) => names.includes(each.toLowerCase()) && all.every((other) => other.cid !== each),
    );
    all.push({ id: newId(), file, cid: cid ?? null });
  }
  return all;
}

/**
 * Sets the Content-ID of one of the files; null removes it. Another file that had this Content-ID loses it, and is only
 * attached.
 */
export function withCid(
  files: readonly AttachedFile[],
  { id }: AttachedFile,
  cid: string | null,
): AttachedFile[] {
  return files.map((each) => {
    if (each.id === id) return { ...each, cid };
    return each.cid === cid ? { ...each, cid: null } : each;
  });
}

/** Why these files cannot be sent, as a sentence; null if they have no known problem. */
export function filesProblem(files: readonly Pick<AttachedFile, 'file'>[]): string | null {
  const empty = files.find(({ file }) => file.size === 0);
  if (empty) return `${empty.file.name} is empty.`;
  if (files.length > testMailFiles) {
    return `These are ${files.length} files. A mail has at most ${testMailFiles}.`;
  }
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > testMailFileBytes
    ? `The files have more than ${fileSize(testMailFileBytes)} together.`
    : null;
}

/** The file as the request has it. Throws if the browser cannot read it: it was changed or removed, or it is a folder. */
export async function attachmentOf({ file, cid }: AttachedFile) {
  return { name: file.name, content: await base64Of(file), cid: cid ?? undefined };
}

async function base64Of(file: File): Promise<string> {
  const bytes = await file.arrayBuffer().catch((cause) => {
    throw new Error(`${file.name} could not be read: choose it again`, { cause });
  });
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
}
