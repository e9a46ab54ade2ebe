import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTransient } from '../../api/problem.ts';
import { sendTest } from '../../api/templates.ts';
import type { WrittenDraft } from '../../draft/draft-in-language.ts';
import { parseData } from '../../draft/test-data.ts';

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

/** Sends the draft, saved or not, to one address. `isStored`: whether it is the stored template, without changes. */
export function useTestSend(id: string, store: WrittenDraft, isStored: () => boolean) {
  const intent = useRef<Intent | null>(null);
  return useMutation({
    mutationFn: async (to: string) => {
      const { draft: written } = store.settled();
      const { layout, language, subject, html, text, flow, testData } = written;
      const parsed = parseData(testData);
      if (!parsed.ok) throw new Error(`The test data is not valid JSON: ${parsed.detail}`);
      const draft = isStored() ? null : { layout, language, subject, html, text, flow };
      const body = { to, data: parsed.data, draft };
      intent.current = intentOf(intent.current, body, () => crypto.randomUUID());
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
