import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';

export type MessageState = MessageSummary['state'];

export const stateWords: Record<MessageState, string> = {
  SCHEDULED: 'Scheduled',
  CANCELLED: 'Cancelled',
  SENDING: 'Sending',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  DELAYED: 'Delayed',
  UNKNOWN: 'Unknown',
  BOUNCED: 'Bounced',
  COMPLAINED: 'Complained',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
  REFUSED: 'Refused',
};

/** The title of a message: its subject, or, because a refused request makes no mail, why it was refused. */
export function titleOf({ state, subject, error }: MessageSummary): string {
  return (state === 'REFUSED' ? error : subject) || 'No subject';
}

/** When a message is sent, if it waits for its time; otherwise when it was asked for. */
export function momentOf({ state, sendAt, createdAt }: MessageSummary): string {
  return state === 'SCHEDULED' && sendAt !== null ? sendAt : createdAt;
}

/** The states of messages that have no mail, or none yet. */
export const statesWithoutMail: ReadonlySet<MessageState> = new Set([
  'REFUSED',
  'SCHEDULED',
  'CANCELLED',
]);

/** The states that are problems. */
const problemStates: ReadonlySet<MessageState> = new Set([
  'FAILED',
  'REJECTED',
  'BOUNCED',
  'COMPLAINED',
  'UNKNOWN',
]);

export const isProblemState = (state: MessageState): boolean => problemStates.has(state);
