import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { plans } from '../../../shared/plans.ts';
import { harmless } from '../faults/fate.ts';
import { startFaultServer } from '../faults/server.ts';
import { type AcceptedMail, acceptInto } from '../faults/ses.ts';
import { within } from '../stopping.ts';
import { readTold } from '../told.ts';
import { openAccounts } from './customer.ts';
import { LocalService } from './local-service.ts';
import { post } from './post.ts';

export interface ConcurrentOptions {
  /** Requests at once with one key. */
  concurrent: number;
  rounds: number;
}

export interface ConcurrentRun {
  rounds: number;
  requests: number;
  /** Rounds in which not exactly one mail was accepted. */
  notOnce: number;
  /** Rounds in which nobody was told that it was sent, or two were told different things. */
  notTold: number;
  /** Requests that were told that another is running. */
  running: number;
}

/**
 * Sends many requests at once with one Idempotency-Key through `npm start`, round after round. The
 * rounds are spread over as many Team accounts as their rate needs.
 */
export function runConcurrent(
  options: ConcurrentOptions,
  progress: Progress,
  outer: Stops,
): Promise<ConcurrentRun> {
  return within(outer, (stops) => run(options, progress, stops));
}

async function run({ concurrent, rounds }: ConcurrentOptions, progress: Progress, stops: Stops) {
  const accepted: AcceptedMail[] = [];
  const ses = await startFaultServer({
    meet: () => ({ fate: harmless, kill: () => undefined }),
    apply: acceptInto(accepted),
  });
  stops.add(ses, ({ stop }) => stop());
  const data = await mkdtemp(join(tmpdir(), 'postrider-soak-'));
  stops.add(data, () => rm(data, { recursive: true, force: true }));
  const service = stops.add(new LocalService(data, ['--ses-endpoint', ses.urlFor('ses')]), (each) =>
    each.stop(),
  );
  const deployment = await service.deployment();
  const roundsEach = Math.max(1, Math.floor(plans.team.requestsPerMinute / concurrent));
  const customers = await openAccounts(deployment, Math.ceil(rounds / roundsEach));
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  stops.add(agent, (each) => each.destroy());
  const result: ConcurrentRun = {
    rounds,
    requests: concurrent * rounds,
    notOnce: 0,
    notTold: 0,
    running: 0,
  };
  for (let round = 0; round < rounds; round++) {
    progress.step(`Round ${round + 1} of ${rounds}`);
    const secret = customers[Math.floor(round / roundsEach)]?.secret ?? '';
    const sendId = `round-${round}`;
    const request = { baseUrl: deployment.baseUrl, secret, sendId, key: sendId, agent };
    const answers = await Promise.all(Array.from({ length: concurrent }, () => post(request)));
    const told = answers.map(({ status, body }) => readTold(status, body));
    const sent = told.flatMap((each) => (each.kind === 'sent' ? [each.body] : []));
    const mails = accepted.filter((mail) => mail.sendId === sendId);
    const running = told.filter(({ kind }) => kind === 'running').length;
    if (mails.length !== 1) result.notOnce += 1;
    if (new Set(sent).size !== 1 || sent.length + running !== concurrent) result.notTold += 1;
    result.running += running;
  }
  return result;
}

/** The table of the result, and whether it held. */
export function reportConcurrent(run: ConcurrentRun): { text: string; held: boolean } {
  const table = new Table({ style: { border: [] } });
  table.push(
    ['rounds', run.rounds],
    ['requests', run.requests],
    ['rounds without exactly one accepted mail', run.notOnce],
    ['rounds not told so', run.notTold],
    ['requests told that another is running', run.running],
  );
  return { text: `${table.toString()}\n`, held: run.notOnce + run.notTold === 0 };
}
