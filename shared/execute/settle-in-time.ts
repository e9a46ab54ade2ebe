import { mayPass } from '../adapters/tables/dynamodb.ts';
import type { Deadline } from '../deadline.ts';
import type { Settled } from '../message/settle-send.ts';

/** The pause after the first failure doubles with each, up to the longest. */
const firstPauseMs = 100;
const longestPauseMs = 2000;

/**
 * Writes how a send ended, again and again while time is left and the fault of the table may pass:
 * a repeat of the request knows the end only from there. The answer is the same in any case.
 */
export async function settleInTime(
  settle: () => Promise<Settled>,
  deadline: Pick<Deadline, 'leftMs'>,
): Promise<Settled> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const settled = await settle();
    const isOver = settled.fault === undefined || !mayPass(settled.fault);
    if (isOver || deadline.leftMs() <= pauseMs) return settled;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
