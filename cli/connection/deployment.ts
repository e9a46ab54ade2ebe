import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { readSenderList } from '../../shared/message/sender.ts';
import type { Plan } from '../../shared/plans.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import { readStackOutputs } from '../aws/stack-outputs.ts';
import { codeOf } from '../terminal/error-code.ts';

/** Everything that the CLI knows of the deployment it works on. */
export interface Deployment {
  /** Undefined: the SDK's own way of finding it. */
  region: string | undefined;
  /** The AWS profile to use; undefined: the one that the environment names. */
  profile?: string | undefined;
  baseUrl: string;
  tables: { keys: string; accounts: string; templates: string; messages: string };
  /** The usage plans' ids at API Gateway. */
  usagePlans: Record<Plan, string>;
  /** Who may use the dashboard; else why nobody signs in to this deployment. */
  signIn: { usersTable: string; userPoolId: string; dashboardUrl: string } | { none: string };
  /** The dashboard's page, without a slash at the end; undefined: there is none. */
  dashboardUrl?: string | undefined;
  /** The functions' logs: CloudWatch's log groups, or the folder of the local run's files. */
  logs: { groups: readonly string[] } | { folder: string };
  /** The identities that flows may send from, `*` for any; null where the stack does not say. */
  senders: readonly string[] | null;
  /** Where the local run answers; empty on AWS. */
  endpoints: { dynamodb?: string; ses?: string; apiGateway?: string };
}

/** The outputs of the stack, in AWS and in the local run alike. */
const outputs = z.object({
  BaseUrl: z.string(),
  KeysTable: z.string(),
  AccountsTable: z.string(),
  TemplatesTable: z.string(),
  MessagesTable: z.string(),
  UsagePlanFree: z.string(),
  UsagePlanPro: z.string(),
  UsagePlanTeam: z.string(),
  // The identities, comma-separated; `none` for none.
  Senders: z.optional(z.string()),
  // The names of the log groups, comma-separated.
  LogGroups: z.optional(z.string()),
  // Those of the dashboard, which the settings may leave out.
  UsersTable: z.optional(z.string()),
  UserPoolId: z.optional(z.string()),
  DashboardUrl: z.optional(z.string()),
});

/** What the local run writes into its data folder. */
const localRun = z.object({
  baseUrl: z.string(),
  region: z.string(),
  pid: z.int(),
  dynamodbEndpoint: z.string(),
  sesEndpoint: z.string(),
  apiGatewayEndpoint: z.string(),
  dashboardUrl: z.optional(z.nullable(z.string())),
  outputs,
});

/** The deployment whose stack has this name; with `account`, in that AWS account and in no other; with `profile`, found with its credentials. */
export async function deploymentOnAws(
  stack: string,
  region: string | undefined,
  account?: string,
  profile?: string,
): Promise<Deployment> {
  if (account !== undefined) await expectAccount(account, { stack, region, profile });
  const found = await readStackOutputs(atTerminal, { stack, region, profile });
  return { ...deploymentIn(found, stack, region), profile };
}

/** The deployment that a stack's outputs tell of; null where there was no such stack. */
export function deploymentIn(
  found: Record<string, string> | null,
  stack: string,
  region: string | undefined,
): Deployment {
  const where = region ? ` in ${region}` : '';
  if (!found) {
    throw new ManageError(
      `There is no stack ${stack}${where}: deploy it, or name the stack and the region it is in`,
    );
  }
  const read = outputs.safeParse(found);
  if (read.success) return fromOutputs(read.data, region);
  const missing = read.error.issues.map((issue) => String(issue.path[0]));
  throw new ManageError(
    `The stack ${stack}${where} is none of postrider's: it lacks the outputs ${missing.join(', ')}`,
  );
}

/** A stack of this name in another account is another deployment: nothing of it is read. */
async function expectAccount(
  account: string,
  {
    stack,
    region,
    profile,
  }: { stack: string; region: string | undefined; profile: string | undefined },
): Promise<void> {
  const caller = await callerIdentity(atTerminal, { region, profile });
  if (caller.account !== account) throw wrongAccount(stack, account, caller.account);
}

/** The refusal to touch a stack with another AWS account's credentials. */
export function wrongAccount(stack: string, account: string, found: string): ManageError {
  return new ManageError(
    `The stack ${stack} belongs into the AWS account ${account}, and these credentials are of ${found}: choose the right ones with AWS_PROFILE`,
  );
}

/** The local run whose data folder this is. */
export async function localDeployment(dataFolder: string): Promise<Deployment> {
  const text = await readDeploymentFile(dataFolder);
  const run = localRun.safeParse(parseJson(text));
  if (!run.success) {
    throw new ManageError(
      `${join(dataFolder, 'deployment.json')} is damaged: start the local run again with npm start`,
    );
  }
  const { pid, region, dashboardUrl, dynamodbEndpoint, sesEndpoint, apiGatewayEndpoint } = run.data;
  if (!isAlive(pid)) {
    throw new ManageError(
      `The local run in ${dataFolder} has stopped: start it again with npm start, or name a stack with --stack`,
    );
  }
  return {
    ...fromOutputs(run.data.outputs, region),
    dashboardUrl: dashboardUrl ?? undefined,
    logs: { folder: join(dataFolder, 'logs') },
    signIn: { none: 'Nobody signs in to the local run: its dashboard is open on this machine' },
    endpoints: { dynamodb: dynamodbEndpoint, ses: sesEndpoint, apiGateway: apiGatewayEndpoint },
  };
}

function fromOutputs(out: z.infer<typeof outputs>, region: string | undefined): Deployment {
  return {
    region,
    baseUrl: out.BaseUrl,
    tables: {
      keys: out.KeysTable,
      accounts: out.AccountsTable,
      templates: out.TemplatesTable,
      messages: out.MessagesTable,
    },
    usagePlans: { free: out.UsagePlanFree, pro: out.UsagePlanPro, team: out.UsagePlanTeam },
    signIn: signInOf(out),
    dashboardUrl: out.DashboardUrl,
    senders: sendersIn(out),
    logs: { groups: out.LogGroups?.split(',') ?? [] },
    endpoints: {},
  };
}

function sendersIn({ Senders: senders }: z.infer<typeof outputs>): Deployment['senders'] {
  if (senders === undefined) return null;
  return senders === 'none' ? [] : readSenderList(senders);
}

function signInOf(out: z.infer<typeof outputs>): Deployment['signIn'] {
  const { UsersTable: usersTable, UserPoolId: userPoolId, DashboardUrl: dashboardUrl } = out;
  return usersTable && userPoolId && dashboardUrl
    ? { usersTable, userPoolId, dashboardUrl }
    : {
        none: 'This deployment has no dashboard: set "dashboard": true in its settings and deploy',
      };
}

async function readDeploymentFile(dataFolder: string): Promise<string> {
  try {
    return await readFile(join(dataFolder, 'deployment.json'), 'utf8');
  } catch (cause) {
    throw new ManageError(
      `No local run found in ${dataFolder}: start it with npm start, or name a stack with --stack`,
      [],
      { cause },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A process of another user answers with EPERM: it is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
