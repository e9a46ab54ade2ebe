import type { MessageSummary } from '../../functions/manage/contracts/messages.ts';

/** A message in the form of lists. */
export function summary(
  id: string,
  state: MessageSummary['state'],
  keyId: string | null = 'key_1',
): MessageSummary {
  return {
    ...{ id, templateId: 'welcome', revision: 1, to: ['ada@example.com'], subject: 'Welcome' },
    ...{ state, keyId, error: null, createdAt: '2026-11-21T12:00:00.000Z', sendAt: null },
    language: null,
  };
}
