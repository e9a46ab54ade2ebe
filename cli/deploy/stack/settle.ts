import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { sesSetup } from '../../../shared/adapters/ses/ses-setup.ts';
import { listSenders, type Sender } from '../../../shared/manage/senders.ts';
import { readStackOutputs } from '../../aws/stack-outputs.ts';
import { connect } from '../../connection/connect.ts';
import { type Deployment, deploymentIn } from '../../connection/deployment.ts';
import { dnsRecordsIn } from '../dns-records.ts';
import { explained } from '../explained.ts';
import { ensureFirstAccount, type FirstAccount } from '../first-account.ts';
import { accountLimits } from '../preflight/account-limits.ts';
import type { Work } from '../work.ts';

/** What a deployment has besides its stack. */
export interface Settled extends FirstAccount {
  deployment: Deployment;
  senders: Sender[];
  /** What is to be made by hand, a line each as in a zone file. */
  dnsRecords: string[];
  /** What AWS holds a new account to: see `accountLimits`. */
  accountLimits: string[];
}

/** Sees to what a stack needs besides its resources, and asks what is to be said of it. */
export async function settle({
  talk,
  stack,
  place,
  snapshot,
}: Pick<Work, 'talk' | 'stack' | 'place' | 'snapshot'>): Promise<Settled> {
  const { senders: identities } = snapshot.settings;
  const standing = {
    left: `${stack} is deployed, but its first account, key or template may be missing`,
    next: 'run deploy again, which makes what is missing',
  };
  return explained(standing, async () => {
    talk.step('Looking after accounts, key and template');
    const outputs = await readStackOutputs(atDeployment, { stack, region: place.region });
    const deployment = deploymentIn(outputs, stack, place.region);
    const first = await ensureFirstAccount(connect(deployment, atDeployment), identities);
    talk.step('Asking SES for the senders');
    const { senders } = await listSenders(identities, sesSetup(atDeployment, place).identity);
    return {
      ...first,
      deployment,
      senders,
      dnsRecords: dnsRecordsIn(outputs ?? {}),
      accountLimits: await accountLimits(place),
    };
  });
}
