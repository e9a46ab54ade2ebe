import { atTerminal } from '../../shared/adapters/call-times.ts';
import { sesSetup } from '../../shared/adapters/ses/ses-setup.ts';
import type { Account } from '../../shared/manage/accounts.ts';
import type { Verdict } from '../../shared/manage/doctor/check.ts';
import { listSenders } from '../../shared/manage/senders.ts';
import { type CloudWatch, cloudWatch } from '../aws/cloudwatch.ts';
import type { Deployment } from '../connection/deployment.ts';
import { requestLogOf } from '../logs/request-log.ts';
import type { DeleteAccountPorts } from '../operate/delete-account.ts';
import { Bench, type BenchOptions, type Monitor } from './bench.ts';
import { cleanUp } from './clean-up.ts';
import { openHttp } from './http.ts';
import type { Patience } from './patience.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './step.ts';

export interface SelftestOptions
  extends Pick<
    BenchOptions,
    'deployment' | 'to' | 'slow' | 'examine' | 'progress' | 'recorder' | 'signal' | 'scratch'
  > {
  ports: DeleteAccountPorts;
  /** The stack's name; null on the local run. */
  stack: string | null;
  patience: Patience;
  steps: readonly Step[];
  /** Accounts of earlier runs that are to be removed, too. */
  left: readonly Account[];
  /** Told of each step when it is done. */
  tell: (result: Verdict) => void;
}

/**
 * Makes the steps in accounts of the run's own, and removes these in every outcome. Its last result,
 * `removed`, says what came of that.
 */
export async function selftest({
  stack,
  steps,
  left,
  tell,
  ...given
}: SelftestOptions): Promise<Verdict[]> {
  const { deployment, ports, patience, recorder, progress } = given;
  const http = openHttp();
  const senders = () => verifiedSenders(deployment);
  const log = () => requestLogOf(deployment);
  const watch = stack === null ? null : cloudWatch(atTerminal, deployment);
  const monitor = watch && monitorOf(watch, stack ?? '');
  const bench = new Bench({ ...given, send: http.send, senders, log, monitor });
  const results: Verdict[] = [];
  try {
    results.push(...(await runSteps(steps, bench, tell)));
  } finally {
    http.close();
    watch?.close();
    progress('Removing what this run has made');
    const removed = await cleanUp(ports, [...left, ...bench.accounts], patience);
    results.push(removed);
    tell(removed);
  }
  if (!given.signal.aborted) await recorder.finish();
  return results;
}

/** The metrics and alarms of lib/monitoring: both are called after the stack. */
function monitorOf({ samples, alarms }: CloudWatch, stack: string): Monitor {
  return {
    samples: (dimensions, since) => samples({ namespace: stack, name: 'ms', dimensions }, since),
    alarms: () => alarms(`${stack}-Monitoring`),
  };
}

/** The addresses that flows may send from and SES lets send; of a domain one of its addresses. */
async function verifiedSenders({ senders, region }: Deployment): Promise<string[]> {
  const list = await listSenders(senders ?? [], sesSetup(atTerminal, { region }).identity);
  return list.senders
    .filter(({ status }) => status === 'verified')
    .map(({ identity }) => (identity.includes('@') ? identity : `selftest@${anyOf(identity)}`));
}

const anyOf = (identity: string) => (identity === '*' ? 'example.com' : identity);
