import { atDeployment, beforeDeployment } from '../../../shared/adapters/call-times.ts';
import { sesSetup } from '../../../shared/adapters/ses/ses-setup.ts';
import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { sesSandbox } from '../../../shared/manage/doctor/ses-sandbox.ts';
import { listSenders, type Sender } from '../../../shared/manage/senders.ts';
import { lambdaAccount } from '../../aws/lookups.ts';
import { lambdaConcurrencyLow } from '../../checks/aws-account.ts';
import { connect, withWakeUps } from '../../connection/connect.ts';
import { type Deployment, deploymentIn } from '../../connection/deployment.ts';
import { requeueEverything } from '../../upkeep/requeue-messages.ts';
import type { Plan } from './changes.ts';
import { ensureFirstAccount, type FirstAccount } from './first-account.ts';
import type { Place } from './preflight.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import type { Work } from './work.ts';

/** What `finishDeployment` created and read besides the stack. */
export interface DeploymentDetails extends FirstAccount {
  deployment: Deployment;
  senders: Sender[];
  /** The DNS records to create by hand, one line each as in a zone file. */
  dnsRecords: string[];
  /** The limits that AWS sets for a new account: see `limitsOf`. */
  accountLimits: string[];
  /** How many scheduled messages got new wake-ups. */
  requeued: number;
}

/**
 * Creates the first account, key and template if they are missing, and reads senders, DNS records and
 * limits for the report. If the change that was deployed separated scheduled messages from their wake-ups, asks for
 * these again.
 */
export async function finishDeployment({
  dialog,
  stack,
  stacks,
  place,
  snapshot,
  plan,
}: Pick<Work, 'dialog' | 'stack' | 'stacks' | 'place' | 'snapshot'> & {
  plan: Plan;
}): Promise<DeploymentDetails> {
  const requeues = mayLackWakeUps(plan);
  const { senders: identities } = snapshot.settings;
  const recovery = {
    left: `${stack} is deployed, but its first account, key or template may be missing`,
    next: `run deploy again, which creates what is missing${requeues ? ', and message requeue --all for each account' : ''}`,
  };
  return withRecoveryAdvice(recovery, async () => {
    dialog.step('Checking accounts, key and template');
    const found = await stacks.find(stack);
    const deployment = deploymentIn(found, stack, place.region);
    const ports = connect(deployment, atDeployment);
    const first = await ensureFirstAccount(ports, identities);
    if (requeues) dialog.step('Asking for the wake-ups of scheduled messages');
    const requeued = requeues ? await requeueEverything(withWakeUps(ports, deployment)) : 0;
    dialog.step('Reading the senders from SES');
    const { senders } = await listSenders(identities, sesSetup(atDeployment, place).identity);
    return {
      ...first,
      deployment,
      requeued,
      senders,
      dnsRecords: dnsRecordsIn(found?.outputs ?? {}),
      accountLimits: await limitsOf(place),
    };
  });
}

/**
 * Whether scheduled messages may have no wake-ups: their table comes from an earlier stack, or the stack's schedules are
 * new.
 */
function mayLackWakeUps({ takenIn, created, replaced }: Plan): boolean {
  return (
    takenIn.some(({ logicalId }) => logicalId.startsWith('TablesMessages')) ||
    [...created, ...replaced].some(({ type }) => type === 'AWS::Scheduler::ScheduleGroup')
  );
}

/**
 * The DNS records in a stack's outputs: those of senders, and those of custom domain names. A record that
 * the stack itself creates in its hosted zone is not among them.
 */
function dnsRecordsIn(outputs: Readonly<Record<string, string>>): string[] {
  const ofSenders = Object.entries(outputs)
    .filter(([name]) => name.startsWith('DnsRecords'))
    .flatMap(([, records]) => records.split('\n'));
  const ofNames = [
    { url: outputs.BaseUrl, target: outputs.DomainTarget },
    { url: outputs.DashboardUrl, target: outputs.DashboardDomainTarget },
  ].flatMap(({ url, target }) => (url && target ? [`${new URL(url).host} CNAME ${target}`] : []));
  return [...ofSenders, ...ofNames];
}

/**
 * What AWS limits for a new account until its owner asks for more: SES's sandbox, and few executions of
 * Lambda at once. Each is a sentence without a full stop; doctor says what to do. A limit that cannot be
 * read is left out: the deployment itself does not depend on it.
 */
async function limitsOf({ region }: Place): Promise<string[]> {
  const ses = sesSetup(beforeDeployment, { region });
  try {
    const results = await runChecks([sesSandbox, lambdaConcurrencyLow], {
      where: async () => ({ region, options: '' }),
      sesAccount: ses.account,
      lambdaAccount: () => lambdaAccount(beforeDeployment, { region }),
    });
    return results.filter(({ status }) => status === 'broken').map(({ found }) => found);
  } finally {
    ses.close();
  }
}
