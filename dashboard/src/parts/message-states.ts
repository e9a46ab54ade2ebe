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

/** What a message is called: its subject, or why its request was refused, because that made no mail. */
export function titleOf({ state, subject, error }: MessageSummary): string {
  return (state === 'REFUSED' ? error : subject) || 'No subject';
}

/** The states that are problems, the worst first. */
export const problemStates = [
  'FAILED',
  'REJECTED',
  'BOUNCED',
  'COMPLAINED',
  'UNKNOWN',
] as const satisfies readonly MessageState[];

export function isProblemState(state: MessageState): boolean {
  return problemStates.some((each) => each === state);
}
