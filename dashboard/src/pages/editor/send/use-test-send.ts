import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isPassing } from '../../../api/problem.ts';
import { sendTest } from '../../../api/templates.ts';
import { parseData } from '../data/test-data.ts';
import { isChanged } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';
import { type Intent, intentOf } from './intent.ts';
import { rememberTestAddress } from './test-address.ts';

/** Sends what stands in the editor, saved or not, to one address. */
export function useTestSend(id: string, store: DraftStore) {
  const intent = useRef<Intent | null>(null);
  return useMutation({
    mutationFn: async (to: string) => {
      const state = store.settled();
      const { subject, html, text, flow, testData } = state.draft;
      const parsed = parseData(testData);
      if (!parsed.ok) throw new Error(`The test data is not valid: ${parsed.detail}`);
      const draft = isChanged(state) ? { subject, html, text, flow } : null;
      const body = { to, data: parsed.data, draft };
      intent.current = intentOf(intent.current, body, () => crypto.randomUUID());
      const { messageId } = await sendTest(id, body, intent.current.key);
      return { messageId, to };
    },
    onSuccess: (_sent, to) => {
      intent.current = null;
      rememberTestAddress(to);
    },
    onError: (error) => {
      // After a refusal nothing was sent: the next try is a new mail.
      if (!isPassing(error)) intent.current = null;
    },
  });
}
