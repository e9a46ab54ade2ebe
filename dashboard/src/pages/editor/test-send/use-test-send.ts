import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxBodyBytes } from '../../../../../shared/engine/limits.ts';
import { isTransient } from '../../../api/problem.ts';
import { sendTest } from '../../../api/templates.ts';
import { unsavedContentOf } from '../../../draft/draft.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import { parseData } from '../../../draft/test-data.ts';

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

/** One test mail that the author wants to send: its Idempotency-Key, and the request. */
export interface Intent {
  key: string;
  request: string;
}

/** The same intent for the same request, so that a retry whose result is unknown never sends twice. */
export function intentOf(last: Intent | null, request: unknown, newKey: () => string): Intent {
  const text = JSON.stringify(request);
  return last?.request === text ? last : { key: newKey(), request: text };
}

const tooLarge =
  'The files and the changes that are not saved have more than 1 MB together: remove a file, or save first';

interface TestMail {
  to: string;
  files: readonly AttachedFile[];
}

/** Sends the draft to one address. `isStored`: whether it equals the stored template. */
export function useTestSend(id: string, store: WrittenDraft, isStored: () => boolean) {
  const intent = useRef<Intent | null>(null);
  return useMutation({
    mutationFn: async ({ to, files }: TestMail) => {
      const { draft: written } = store.settled();
      const parsed = parseData(written.testData);
      if (!parsed.ok) throw new Error(`The test data is not valid JSON: ${parsed.detail}`);
      const draft = isStored() ? null : unsavedContentOf(written);
      const attachments = await Promise.all(files.map(attachmentOf));
      const body = { to, data: parsed.data, draft, attachments };
      intent.current = intentOf(intent.current, body, () => crypto.randomUUID());
      if (new Blob([intent.current.request]).size > maxBodyBytes) throw new Error(tooLarge);
      const { messageId } = await sendTest(id, body, intent.current.key);
      return { messageId, to };
    },
    onSuccess: () => {
      intent.current = null;
    },
    onError: (error) => {
      // A refused request sent nothing: the next try is a new mail.
      if (!isTransient(error)) intent.current = null;
    },
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
