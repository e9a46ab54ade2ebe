import { setTimeout as pause } from 'node:timers/promises';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import type { Account } from '../../../shared/manage/accounts.ts';
import {
  broken,
  type Finding,
  ok,
  say,
  unknown,
  type Verdict,
} from '../../../shared/manage/doctor/check.ts';
import { reasonOf } from '../../../shared/manage/doctor/not-known.ts';
import { listSenders } from '../../../shared/manage/senders.ts';
import { type CloudWatch, cloudWatch } from '../../aws/cloudwatch.ts';
import { sesSetup } from '../../aws/ses-setup.ts';
import { objectsOf } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { requestLogOf } from '../../request-log/deployment-log.ts';
import { toFailure } from '../../terminal/failure.ts';
import type { DeleteAccountPorts } from '../../upkeep/delete-account.ts';
import { removeAccount, unreported } from './context/accounts.ts';
import { send } from './context/http.ts';
import { withoutKeys } from './context/recording.ts';
import type { SelftestStep } from './context/step.ts';
import { type Monitor, StepContext, type StepOptions } from './context/step-context.ts';
import type { WaitingTimes } from './context/waiting-times.ts';

interface SelftestOptions
  extends Omit<StepOptions, 'send' | 'objects' | 'senders' | 'log' | 'monitor'> {
  /** The stack's name; null on the local run. */
  stack: string | null;
  steps: readonly SelftestStep[];
  report: (result: Verdict) => void;
}

/** Runs the steps, and always removes the accounts that they created. The last result, `removed`, says whether it could. */
export async function selftest({
  stack,
  steps,
  report,
  ...given
}: SelftestOptions): Promise<Verdict[]> {
  const { deployment, ports, waits, recorder, progress } = given;
  const watch = stack === null ? null : cloudWatch(atTerminal, deployment);
  const context = new StepContext({
    ...given,
    send,
    objects: (bucket) => objectsOf(deployment, bucket),
    senders: () => verifiedSenders(deployment),
    log: () => requestLogOf(deployment),
    monitor: watch && monitorOf(watch, stack ?? ''),
  });
  const results: Verdict[] = [];
  try {
    for (const step of steps) {
      const result = await resultOf(step, context);
      results.push(result);
      report(result);
    }
  } finally {
    progress('Removing what this run created');
    const removed = await cleanUp(ports, context.accounts, waits);
    results.push(removed);
    report(removed);
  }
  if (!given.signal.aborted) await recorder?.finish();
  return results;
}

async function resultOf(step: SelftestStep, context: StepContext): Promise<Verdict> {
  const { recorder, progress, signal } = context.options;
  progress(`${step.code}: ${step.asks}`);
  const finding = await findingOf(step, context);
  const found = withoutKeys(finding.found);
  const result = { code: step.code, why: step.asks, fix: [], ...finding, found };
  if (!signal.aborted) await recorder?.end(result);
  return result;
}

async function findingOf(step: SelftestStep, context: StepContext): Promise<Finding> {
  const { signal } = context.options;
  if (signal.aborted) return unknown('Interrupted before this step');
  try {
    return await step.run(context);
  } catch (error) {
    return unknown(signal.aborted ? 'Interrupted' : reasonOf(error));
  }
}

/** The metrics and alarms of lib/monitoring: their namespace is the stack's name, with which the alarms' names begin. */
export function monitorOf({ samples, alarms }: CloudWatch, stack: string): Monitor {
  return {
    samples: (dimensions, since) => samples({ namespace: stack, name: 'ms', dimensions }, since),
    ages: (QueueName, since) => {
      const name = 'ApproximateAgeOfOldestMessage';
      return samples({ namespace: 'AWS/SQS', name, dimensions: { QueueName } }, since);
    },
    alarms: () => alarms(`${stack}-Monitoring`),
  };
}

/** The senders that SES has verified, as addresses: the domain `a.example` becomes `selftest@a.example`. */
async function verifiedSenders({ senders, region }: Deployment): Promise<string[]> {
  const list = await listSenders(senders, sesSetup(atTerminal, { region }).identity);
  return list.senders
    .filter(({ status }) => status === 'verified')
    .map(({ identity }) => (identity === '*' ? 'example.com' : identity))
    .map((identity) => (identity.includes('@') ? identity : `selftest@${identity}`));
}

const step = { code: 'removed', why: 'A run must leave nothing behind' };

/** Removes selftest's accounts. It first waits until SES has reported their mails: later reports would be dead letters. */
export async function cleanUp(
  ports: DeleteAccountPorts,
  accounts: readonly Pick<Account, 'accountId' | 'name'>[],
  { reportMs, pollMs }: Pick<WaitingTimes, 'reportMs' | 'pollMs'>,
): Promise<Verdict> {
  const late: string[] = [];
  const failed: string[] = [];
  for (const account of accounts) {
    try {
      const missing = await reportsMissing(ports, account.accountId, { reportMs, pollMs });
      if (missing > 0)
        late.push(`${missing === 1 ? 'a mail' : `${missing} mails`} of ${account.name}`);
      await removeAccount(ports, account);
    } catch (error) {
      failed.push(`${account.name} (${account.accountId}): ${toFailure(error).error}`);
    }
  }
  return { ...step, fix: [], ...judged(accounts, late, failed) };
}

function judged(
  accounts: readonly Pick<Account, 'name'>[],
  late: readonly string[],
  failed: readonly string[],
) {
  if (failed.length > 0) {
    return broken(
      `Not removed: ${failed.join('; ')}`,
      say('Run selftest with --clean, which removes what earlier runs left'),
    );
  }
  const names = accounts.map(({ name }) => name).join(', ');
  const removed =
    names === '' ? 'There was nothing to remove' : `Removed ${names} with its content`;
  if (late.length === 0) return ok(removed);
  return broken(
    `${removed}, but SES's reports are still missing for ${late.join(', ')}`,
    say(
      'A report that arrives from now on becomes a dead letter: see "Dead-letter queue" in docs/operations/messages.md',
    ),
  );
}

async function reportsMissing(
  ports: DeleteAccountPorts,
  accountId: string,
  { reportMs, pollMs }: Pick<WaitingTimes, 'reportMs' | 'pollMs'>,
): Promise<number> {
  for (const end = Date.now() + reportMs; ; await pause(pollMs)) {
    const missing = await unreported(ports, accountId);
    if (missing === 0 || Date.now() >= end) return missing;
  }
}
