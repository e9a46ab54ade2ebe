import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import { hiddenValue } from '../../../shared/people/roles.ts';
import { capital } from './capital.ts';

export type MessageState = MessageSummary['state'];

/** `Delivered`. */
export const stateWord = (state: MessageState): string => capital(state.toLowerCase());

/** The subject; a refused request makes no mail, so the reason of the refusal. */
export function titleOf({ state, subject, error, templateId }: MessageSummary): string {
  if (state !== 'REFUSED' && subject === hiddenValue) return `A mail of ${templateId}`;
  const title = state === 'REFUSED' ? error?.replace(/^_to /, 'The recipient ') : subject;
  return title || 'No subject';
}

export function momentOf({ state, sendAt, createdAt }: MessageSummary): string {
  return state === 'SCHEDULED' && sendAt !== null ? sendAt : createdAt;
}

export const statesWithoutMail = new Set<MessageState>(['REFUSED', 'SCHEDULED', 'CANCELLED']);

const problemStates: ReadonlySet<MessageState> = new Set([
  'FAILED',
  'REJECTED',
  'BOUNCED',
  'COMPLAINED',
  'UNKNOWN',
]);

export const isProblemState = (state: MessageState): boolean => problemStates.has(state);
