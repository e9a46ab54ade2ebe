import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { maxBodyBytes } from '../../../../../shared/engine/limits.ts';
import { isTransient } from '../../../api/problem.ts';
import { sendTest } from '../../../api/templates.ts';
import { unsavedContentOf } from '../../../draft/draft.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import { parseData } from '../../../draft/test-data.ts';

export interface AttachedFile {
  id: string;
  file: File;
  /** The Content-ID; null if the file is only attached. */
  cid: string | null;
}

/** Null removes the Content-ID. Another file that had it loses it. */
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

/** `key` is the Idempotency-Key. */
export interface TestMailIntent {
  key: string;
  request: string;
}

/** Keeps the key for the same request, so that a retry never sends twice. */
export function intentOf(
  last: TestMailIntent | null,
  request: unknown,
  newKey: () => string,
): TestMailIntent {
  const text = JSON.stringify(request);
  return last?.request === text ? last : { key: newKey(), request: text };
}

const tooLarge =
  'The files and the changes that are not live have more than 1 MB together: remove a file, or publish first';

/** `isStored`: whether the draft equals the stored template. */
export function useTestSend(id: string, store: WrittenDraft, isStored: () => boolean) {
  const intent = useRef<TestMailIntent | null>(null);
  return useMutation({
    mutationFn: async ({ to, files }: { to: string; files: readonly AttachedFile[] }) => {
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

/** @throws if the browser cannot read the file: a user changed or removed it, or it is a folder */
export async function attachmentOf({ file, cid }: AttachedFile) {
  return { name: file.name, content: await base64Of(file), cid: cid ?? undefined };
}

async function base64Of(file: File): Promise<string> {
  const bytes = await file.arrayBuffer().catch((cause) => {
    throw new Error(`${file.name} could not be read: choose it again`, { cause });
  });
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
}
