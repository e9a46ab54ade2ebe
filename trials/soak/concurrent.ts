import { Agent } from 'node:http';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { plans } from '../../shared/plans.ts';
import { type Account, openAccount } from '../harness/accounts.ts';
import { portsOf, startLocalService } from '../harness/local-service.ts';
import { printTable } from '../harness/print-table.ts';
import { callExecute, sendTemplate } from '../harness/send.ts';
import { startSes, subjectOf } from '../harness/ses.ts';
import type { Verdict } from '../harness/verdict.ts';
import { readReply } from './replies.ts';

/**
 * Sends many requests at once with one Idempotency-Key through `npm start`, round after round. The
 * rounds use as many Team accounts as their rate needs.
 */
export async function runConcurrent(
  { concurrent, rounds }: { concurrent: number; rounds: number },
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const accepted: string[] = [];
  const url = await startSes((mail) => accepted.push(subjectOf(mail)), stops);
  const service = await startLocalService(['--ses-endpoint', url], stops);
  const deployment = await service.deployment();
  const ports = portsOf(deployment, stops);
  const roundsEach = Math.max(1, Math.floor(plans.team.requestsPerMinute / concurrent));
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  stops.add(agent, (each) => each.destroy());
  let account: Account | undefined;
  let [notOnce, differing, running] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    progress.step(`Round ${round + 1} of ${rounds}`);
    if (account === undefined || round % roundsEach === 0) {
      account = await openAccount(ports, [sendTemplate]);
    }
    const sendId = `round-${round}`;
    const { baseUrl } = deployment;
    const call = { baseUrl, secret: account.secret, sendId, key: sendId, agent };
    const answers = await Promise.all(Array.from({ length: concurrent }, () => callExecute(call)));
    const replies = answers.map(({ status, text }) => readReply(status, text));
    const sent = replies.flatMap((each) => (each.kind === 'sent' ? [each.body] : []));
    const stillRunning = replies.filter(({ kind }) => kind === 'running').length;
    if (accepted.filter((id) => id === sendId).length !== 1) notOnce += 1;
    if (new Set(sent).size !== 1 || sent.length + stillRunning !== concurrent) differing += 1;
    running += stillRunning;
  }
  const table = printTable(
    [],
    [
      ['rounds', rounds],
      ['requests', concurrent * rounds],
      ['rounds without exactly one accepted mail', notOnce],
      ['rounds with different answers', differing],
      ['requests refused because another was running', running],
    ],
  );
  return { text: `${table}\n`, held: notOnce + differing === 0 };
}
