/** A file that the author attaches to a test mail. */
export interface AttachedFile {
  /** Distinguishes files of the same name. */
  id: string;
  file: File;
  /** The Content-ID by which the mail shows it; null if it is only attached. */
  cid: string | null;
}

/** Sets the Content-ID of one of the files; null removes it. Another file that had it loses it. */
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
