import { join } from 'node:path';
import { templatesFolder } from '../../../lib/home.ts';
import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { readHeadOrTombstone } from '../../../shared/adapters/tables/templates-table.ts';
import { type Account, createAccount, listAccounts } from '../../../shared/manage/accounts.ts';
import { createKey, listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { listSenders } from '../../../shared/manage/senders.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { receiptRules } from '../../aws/receipt-rules.ts';
import { sesSetup } from '../../aws/ses-setup.ts';
import { connect, withWakeUps } from '../../connection/connect.ts';
import { deploymentIn } from '../../connection/deployment.ts';
import { withSender } from '../../folders/flow-sender.ts';
import { readTemplateFolders } from '../../folders/template-folders.ts';
import { restorePlans } from '../../upkeep/account-plans.ts';
import { requeueEverything } from '../../upkeep/requeue-messages.ts';
import type { Plan } from './changes.ts';
import { withRecoveryAdvice } from './recovery-advice.ts';
import { activateReplies } from './replies.ts';
import { setUpTenants } from './tenants.ts';
import type { DeployWork } from './work.ts';

export type DeploymentDetails = Awaited<ReturnType<typeof finishDeployment>>;

/** Creates a missing account, key and template, asks again for lost wake-ups, and reads senders and DNS records. */
export async function finishDeployment({
  dialog,
  stack,
  stacks,
  place,
  snapshot,
  plan,
}: Pick<DeployWork, 'dialog' | 'stack' | 'stacks' | 'place' | 'snapshot'> & {
  plan: Plan;
}) {
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
    await setUpTenants({ dialog }, ports, ports.tenants);
    if (requeues) dialog.step('Asking for the wake-ups of scheduled messages');
    const requeued = requeues ? await requeueEverything(withWakeUps(ports, deployment)) : 0;
    const { replies } = snapshot.settings;
    const rules = receiptRules(atDeployment, place);
    if (await activateReplies(replies, { ...place, stack, rules })) {
      dialog.line(`SES now receives replies to ${replies?.domain}`);
    }
    dialog.step('Reading the senders from SES');
    const { senders } = await listSenders(identities, sesSetup(atDeployment, place).identity);
    return {
      ...first,
      deployment,
      requeued,
      senders,
      dnsRecords: dnsRecordsIn(found?.outputs ?? {}),
    };
  });
}

/** Whether scheduled messages may lack wake-ups: their table is of an earlier stack, or the schedules are new. */
function mayLackWakeUps({ takenIn, created, replaced }: Plan): boolean {
  return (
    takenIn.some(({ logicalId }) => logicalId.startsWith('TablesMessages')) ||
    [...created, ...replaced].some(({ type }) => type === 'AWS::Scheduler::ScheduleGroup')
  );
}

/** The DNS records of senders and custom names in a stack's outputs, without those that the stack itself creates. */
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

const welcomeFolder = join(templatesFolder, 'welcome');

interface FirstAccount {
  /** The only account; null if there are several. */
  accountId: string | null;
  /** A new key, or null if the account had a key. No one can read its secret later: only its hash is stored. */
  key: { keyId: string; secret: string } | null;
  welcome: boolean;
}

/** Puts the accounts' keys into the new usage plans, and creates a missing account, key and template. */
async function ensureFirstAccount(
  ports: ManagePorts,
  senders: readonly string[],
): Promise<FirstAccount> {
  const accounts = await listAccounts(ports);
  await restorePlans(ports);
  if (accounts.length > 1) return { accountId: null, key: null, welcome: false };
  const account = accounts[0] ?? (await createAccount(ports, { name: 'Main', plan: 'team' }));
  const welcome = await ensureWelcome(ports, account, senders);
  const keys = await listKeys(ports, account.accountId);
  if (keys.length > 0) return { accountId: account.accountId, key: null, welcome };
  const { keyId, secret } = await createKey(ports, { accountId: account.accountId, name: 'first' });
  return { accountId: account.accountId, key: { keyId, secret }, welcome };
}

/** Saves the template `welcome` if the account has neither it nor its tombstone: a deleted template stays deleted. */
async function ensureWelcome(
  ports: ManagePorts,
  { accountId }: Account,
  senders: readonly string[],
): Promise<boolean> {
  if (await readHeadOrTombstone(ports.templates, accountId, 'welcome')) return false;
  const { folders } = await readTemplateFolders(welcomeFolder);
  for (const { source } of folders) {
    const preparation = await prepareTemplate({
      ...source,
      flow: withSender(source.flow, senders),
    });
    if (!preparation.ok) throw new Error(`The template in ${welcomeFolder} is wrong`);
    const author = { by: 'postrider', how: 'deploy' };
    await pushTemplates(ports, accountId, [preparation.prepared], { author });
  }
  return true;
}
