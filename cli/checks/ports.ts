import { keysInPlan, listGatewayKeys } from '../../shared/adapters/api-gateway-keys.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { addressesByDns, mxByDns, txtByDns } from '../../shared/adapters/dns/dns.ts';
import { readBucketList } from '../../shared/adapters/s3/objects.ts';
import { tenantReads } from '../../shared/adapters/ses/tenants.ts';
import { listAccounts } from '../../shared/adapters/tables/accounts-table.ts';
import * as env from '../../shared/env.ts';
import type { Check } from '../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { sendingPorts } from '../../shared/manage/doctor/sending-ports.ts';
import { deployTo } from '../../shared/manage/doctor/where.ts';
import { identityProblem, readSenderList } from '../../shared/message/sender.ts';
import { once } from '../../shared/once.ts';
import type { Plan } from '../../shared/plans.ts';
import { bucketKey, bucketRegion } from '../aws/buckets.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import { sesPlace } from '../aws/client.ts';
import type { Stacks } from '../aws/cloudformation.ts';
import * as aws from '../aws/lookups.ts';
import type { operatorTables } from '../aws/operator-tables.ts';
import { receiptRules } from '../aws/receipt-rules.ts';
import type { sesSetup } from '../aws/ses-setup.ts';
import { shortId } from '../aws/stack-template.ts';
import type { StackPlace } from '../connection/deployment.ts';
import {
  checkoutCode,
  codeInTemplate,
  qualifierIn,
  sendConcurrencyIn,
  wantsRecovery,
} from './checkout-code.ts';
import { readAllWebhooks, readFlowSenders, readOverdue } from './read-tables.ts';
import type { TenantsSeen } from './tenants.ts';

/** What the checks of a deployment on AWS read. */
export type DoctorPorts = ReturnType<typeof awsPorts>;

/** A check that reads only these ports. */
export type DoctorCheck<Needed extends keyof DoctorPorts> = Check<Pick<DoctorPorts, Needed>>;

/** The deployment to check; `environment`: the environment in postrider.json that describes it. */
export type CheckedStack = StackPlace & { environment?: string | undefined };

interface Clients {
  ses: ReturnType<typeof sesSetup>;
  stacks: Stacks;
  dynamodb: ReturnType<typeof operatorTables>;
  apiGateway: Parameters<typeof aws.apiDomain>[0];
}

export function awsPorts(
  { stack, region, environment, account, ...checked }: CheckedStack,
  clients: Clients,
  times: CallTimes,
) {
  const deployed = readDeployed(clients.stacks, stack, region, times);
  const where = async () => {
    if (region === undefined) throw new NotKnown('No region is set');
    const named = environment ? ` --environment ${environment}` : ` --stack ${stack}`;
    return { region, options: `${named} --region ${region}`, environment };
  };
  const dnsServers = process.env[env.dnsServers] ?? '';
  const sending = sendingPorts({
    where,
    ses: clients.ses,
    txtRecords: txtByDns(dnsServers),
    variable: deployed.variable,
  });
  // Without an environment, the deployed template names the qualifier. Without a stack, it is the CDK's own.
  const bootstrapQualifier = async () =>
    checked.bootstrapQualifier ?? qualifierIn(await deployed.template().catch(() => ''));
  return {
    stack,
    /** The AWS account in the settings; undefined if they name none. */
    expectedAccount: account,
    region: async () => region ?? null,
    caller: once(() => callerIdentity(times, { region })),
    bootstrapQualifier,
    bootstrapVersion: async () =>
      aws.bootstrapVersion(times, { region, qualifier: await bootstrapQualifier() }),
    lambdaAccount: once(() => aws.lambdaAccount(times, { region })),
    stackState: deployed.state,
    checkoutCode,
    deployedCode: async () => codeInTemplate(await deployed.template()),
    deployCommand: async () => deployTo(await where()),
    sendConcurrency: async () => sendConcurrencyIn(await deployed.template()),
    attachmentBuckets: async (): Promise<readonly string[]> =>
      readBucketList(await deployed.variable(env.attachmentBuckets)),
    /** Null if the deployment receives no replies. */
    replies: async () => {
      const { RepliesDomain: domain, RepliesRuleSet: ruleSet } = await deployed.outputs();
      return domain && ruleSet ? { domain, ruleSet } : null;
    },
    activeRuleSet: () => receiptRules(times, { region }).active(),
    mxRecords: mxByDns(dnsServers),
    bucketRegion: (name: string) => bucketRegion(times, { name, region }),
    bucketKey: (name: string) => bucketKey(times, { name, region }),
    ...sending,
    /** Makes any call to SES: it only matters whether the region has SES. */
    askSes: (): Promise<unknown> => sending.sesAccount(),
    senderProblem: identityProblem,
    ...tablePorts(clients, deployed),
    tenants: once(async () => tenantsIn(await deployed.outputs(), times, region)),
    now: () => new Date(),
    baseUrl: () => deployed.output('BaseUrl'),
    apiDomain: (name: string) => aws.apiDomain(clients.apiGateway, name),
    addresses: addressesByDns(dnsServers),
    deadLetterQueue: () => deployed.output('DeadLetterQueue'),
    deadLetters: async () =>
      aws.queueLength(times, { url: await deployed.output('DeadLetterQueue'), region }),
  };
}

/** The tenants that the stack's outputs describe; null if it has none. */
function tenantsIn(
  { Tenants, ConfigurationSet: configurationSet = '', Senders = '' }: Record<string, string>,
  times: CallTimes,
  region: string | undefined,
): TenantsSeen | null {
  if (!Tenants) return null;
  const calls = tenantReads({ times, place: () => sesPlace(times, { region }) });
  return { calls, configurationSet, senders: Senders === 'none' ? [] : readSenderList(Senders) };
}

function tablePorts(
  { dynamodb, apiGateway }: Clients,
  { output, outputs, template }: ReturnType<typeof readDeployed>,
) {
  const table = async (name: string) => ({ client: dynamodb, name: await output(`${name}Table`) });
  const usagePlans = once(async () => {
    const plan = (name: string) => output(`UsagePlan${name}`);
    const [free, pro, team] = await Promise.all([plan('Free'), plan('Pro'), plan('Team')]);
    return { client: apiGateway, ids: { free, pro, team } };
  });
  return {
    tables: async () => {
      const kept = ['KeysTable', 'AccountsTable', 'TemplatesTable', 'MessagesTable'];
      const { UsersTable: users } = await outputs();
      return [...(await Promise.all(kept.map(output))), ...(users ? [users] : [])];
    },
    tableStatus: (name: string) => aws.tableStatus({ client: dynamodb, name }),
    wantsRecovery: async () => wantsRecovery(await template()),
    hasPointInTimeRecovery: (name: string) =>
      aws.hasPointInTimeRecovery({ client: dynamodb, name }),
    accounts: async () => listAccounts(await table('Accounts')),
    gatewayKeys: async () => listGatewayKeys(await usagePlans()),
    keysInPlan: async (plan: Plan) => keysInPlan(await usagePlans(), plan),
    overdue: async () =>
      readOverdue({
        accounts: await table('Accounts'),
        messages: await table('Messages'),
        now: () => new Date(),
      }),
    flowSenders: async () =>
      readFlowSenders({ accounts: await table('Accounts'), templates: await table('Templates') }),
    webhooks: once(async () =>
      readAllWebhooks({ accounts: await table('Accounts'), messages: await table('Messages') }),
    ),
  };
}

/** Reads the stack, its template and its functions once. Without a stack, all but `state` throw `NotKnown`. */
function readDeployed(stacks: Stacks, stack: string, region: string | undefined, times: CallTimes) {
  const state = once(() => stacks.find(stack));
  const outputs = async () => {
    const found = await state();
    if (!found) throw new NotKnown(`There is no stack ${stack}`);
    return found.outputs;
  };
  const output = async (name: string) => {
    const value = (await outputs())[name];
    if (value) return value;
    throw new NotKnown(`The stack ${stack} has no output ${name}: it is not a postrider stack`);
  };
  const template = once(async () => {
    await output('BaseUrl');
    return (await stacks.template(stack)) ?? '';
  });
  const variables = once(async () => {
    await output('BaseUrl');
    const execute = (await stacks.resources(stack)).find(
      ({ type, logicalId }) => type === 'AWS::Lambda::Function' && shortId(logicalId) === 'Execute',
    );
    if (!execute) throw new NotKnown(`The stack ${stack} has no function Execute`);
    return aws.functionEnvironment(times, { name: execute.physicalId, region });
  });
  /** An environment variable of the function that sends. */
  const variable = async (name: string) => (await variables())[name] ?? '';
  return { state, outputs, output, template, variable };
}
