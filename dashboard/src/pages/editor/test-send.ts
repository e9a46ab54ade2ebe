import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTransient } from '../../api/problem.ts';
import { sendTest } from '../../api/templates.ts';
import { isChanged } from '../../draft/draft.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
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

/** Sends the draft, saved or not, to one address. */
export function useTestSend(id: string, store: DraftStore) {
  const intent = useRef<Intent | null>(null);
  return useMutation({
    mutationFn: async (to: string) => {
      const state = store.settled();
      const { layout, subject, html, text, flow, testData } = state.draft;
      const parsed = parseData(testData);
      if (!parsed.ok) throw new Error(`The test data is not valid JSON: ${parsed.detail}`);
      const draft = isChanged(state) ? { layout, subject, html, text, flow } : null;
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
