import {
  apiGatewayClient,
  keysInPlan,
  listGatewayKeys,
} from '../../shared/adapters/api-gateway-keys.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { addressesByDns, txtByDns } from '../../shared/adapters/dns/dns.ts';
import { sesSetup } from '../../shared/adapters/ses/ses-setup.ts';
import { listAccounts } from '../../shared/adapters/tables/accounts-table.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb.ts';
import { env } from '../../shared/env.ts';
import type { CheckResult } from '../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { once } from '../../shared/manage/doctor/once.ts';
import { checkLimitMs, runChecks } from '../../shared/manage/doctor/run-checks.ts';
import { sendingPorts } from '../../shared/manage/doctor/sending-ports.ts';
import { deployTo } from '../../shared/manage/doctor/where.ts';
import { senderProblem } from '../../shared/message/sender.ts';
import { apiDomain } from '../aws/api-domain.ts';
import { bootstrapVersion } from '../aws/bootstrap.ts';
import { callerIdentity, configuredRegion } from '../aws/caller-identity.ts';
import { functionEnvironment } from '../aws/function-environment.ts';
import { lambdaAccount } from '../aws/lambda-account.ts';
import { queueLength } from '../aws/queue-length.ts';
import { regionsWithStack, stackReader } from '../aws/stack-description.ts';
import { hasPointInTimeRecovery, tableStatus } from '../aws/table-state.ts';
import { readFlowSenders } from '../operate/flow-senders.ts';
import { checkoutCode, stopBundling } from './checkout-code.ts';
import { allChecks, type DoctorPorts } from './checks/checks.ts';
import { sesRegions } from './checks/regions.ts';
import { type Deployed, readDeployed } from './deployed.ts';
import { withEssential } from './outcome.ts';

/** Two tries of a call, which are over before the checks are. */
const times: CallTimes = { attempts: 2, connectMs: 2000, answerMs: 3000 };

/** Which deployment is to be looked at. */
export interface Patient {
  stack: string;
  /** Undefined: the SDK's own way of finding it. */
  region: string | undefined;
  /** The environment of the settings that named it. */
  environment: string | undefined;
  /** The AWS account that the settings name for it. */
  account: string | undefined;
}

/** Without the caller and the stack nothing is known of a deployment, whatever else AWS answers. */
const essential = ['no-credentials', 'stack-not-ready'];

/** Makes every check of a deployment on AWS. It takes no longer than `limitMs` and a moment. */
export async function examineOnAws(
  patient: Patient,
  limitMs = checkLimitMs,
): Promise<CheckResult[]> {
  const region = patient.region ?? (await regionOrNull()) ?? undefined;
  const clients = clientsFor(patient, region);
  try {
    const checks = await runChecks(allChecks, portsOf(patient, region, clients), limitMs);
    return withEssential(checks, essential);
  } finally {
    stopBundling();
    for (const { close } of [clients.ses, clients.reader]) close();
    clients.dynamodb.destroy();
    clients.apiGateway.destroy();
  }
}

/** A profile that cannot be read names no region; what is wrong with it, the credentials tell. */
async function regionOrNull(): Promise<string | null> {
  try {
    return await configuredRegion();
  } catch {
    return null;
  }
}

type Clients = ReturnType<typeof clientsFor>;

function clientsFor({ stack }: Patient, region: string | undefined) {
  const settings = { ...(region && { region }) };
  return {
    ses: sesSetup(times, { region }),
    reader: stackReader(times, { stack, region }),
    dynamodb: dynamodbClient(times, settings),
    apiGateway: apiGatewayClient(times, settings),
  };
}

function portsOf(patient: Patient, region: string | undefined, clients: Clients): DoctorPorts {
  const { stack, environment, account } = patient;
  const environmentOf = (name: string) => functionEnvironment(times, { name, region });
  const deployed = readDeployed(clients.reader, { stack, environmentOf });
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
  const otherRegions = sesRegions.filter((one) => one !== region);
  return {
    stack,
    expectedAccount: account,
    region: async () => region ?? null,
    caller: once(() => callerIdentity(times, { region })),
    bootstrapVersion: () => bootstrapVersion(times, { region }),
    lambdaAccount: once(() => lambdaAccount(times, { region })),
    stackDescription: deployed.description,
    hasStack: async () => (await deployed.description()) !== null,
    regionsOfStack: once(() => regionsWithStack(times, { stack, regions: otherRegions })),
    checkoutCode,
    deployedCode: deployed.code,
    deployCommand: async () => deployTo(await where()),
    ...sending,
    askSes: sending.sesAccount,
    senderProblem: (from, senders) => senderProblem(from, { senders, sending: true }),
    ...tablePorts(clients, deployed),
    baseUrl: () => deployed.output('BaseUrl'),
    apiDomain: (name) => apiDomain(clients.apiGateway, name),
    addresses: addressesByDns(dnsServers),
    deadLetterQueue: () => deployed.output('DeadLetterQueue'),
    deadLetters: async () =>
      queueLength(times, { url: await deployed.output('DeadLetterQueue'), region }),
  };
}

function tablePorts({ dynamodb, apiGateway }: Clients, deployed: Deployed) {
  const table = async (name: string) => ({
    client: dynamodb,
    name: await deployed.output(`${name}Table`),
  });
  const usagePlans = once(async () => {
    const [free, pro, team] = await Promise.all(
      ['Free', 'Pro', 'Team'].map((plan) => deployed.output(`UsagePlan${plan}`)),
    );
    return { client: apiGateway, ids: { free: free ?? '', pro: pro ?? '', team: team ?? '' } };
  });
  return {
    tables: async () => {
      const kept = ['KeysTable', 'AccountsTable', 'TemplatesTable', 'MessagesTable'];
      const names = await Promise.all(kept.map((name) => deployed.output(name)));
      const users = await deployed.optionalOutput('UsersTable');
      return users ? [...names, users] : names;
    },
    tableStatus: (name: string) => tableStatus({ client: dynamodb, name }),
    wantsRecovery: deployed.wantsRecovery,
    hasPointInTimeRecovery: (name: string) => hasPointInTimeRecovery({ client: dynamodb, name }),
    accounts: async () => listAccounts(await table('Accounts')),
    gatewayKeys: async () => listGatewayKeys(await usagePlans()),
    keysInPlan: async (plan: Parameters<typeof keysInPlan>[1]) =>
      keysInPlan(await usagePlans(), plan),
    flowSenders: async () =>
      readFlowSenders({
        accounts: await table('Accounts'),
        templates: await table('Templates'),
      }),
  };
}
