import * as z from 'zod/mini';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { readSenderList } from '../../shared/message/sender.ts';
import type { Plan } from '../../shared/plans.ts';
import { callerIdentity } from '../aws/caller-identity.ts';
import { cloudformationStacks } from '../aws/cloudformation.ts';

export interface Deployment {
  /** The stack's name; undefined in the local run. */
  stack?: string | undefined;
  /** Undefined if the SDK finds it. */
  region: string | undefined;
  /** The AWS profile to use; undefined means the one that the environment variables name. */
  profile?: string | undefined;
  baseUrl: string;
  /** The doors' API; undefined if the settings have none, or an earlier version deployed it. */
  doorsUrl?: string | undefined;
  /** `trail` is undefined if an earlier version deployed it. */
  tables: {
    keys: string;
    accounts: string;
    templates: string;
    messages: string;
    trail?: string | undefined;
  };
  /** How long an entry of the trail is kept; undefined like `tables.trail`. */
  trailRetentionDays?: number | undefined;
  usagePlans: Record<Plan, string>;
  /** Where the dashboard's users are; `none`: a sentence that says why this deployment has no sign-in. */
  signIn: SignIn | { none: string };
  /** Whether it sends events to webhooks: the setting `later` switches them off. */
  sendsEvents: boolean;
  /** The dashboard's address, without a slash at the end; undefined if there is none. */
  dashboardUrl?: string | undefined;
  /** The page of the local run's mails; undefined if there is none, as on AWS. */
  inboxUrl?: string | undefined;
  /** The functions' logs: CloudWatch's log groups, or the folder of the local run's files. */
  logs: { groups: readonly string[] } | { folder: string };
  /** `*` for any. */
  senders: readonly string[];
  /** Where it receives replies; undefined if it receives none. */
  replies?: RepliesOutputs | undefined;
  /** How it sends and records mails; undefined if an earlier version deployed it, which did not say so. */
  sending?: SendingOutputs | undefined;
  /** The tenants' policy, and the stack that their tags name; undefined if accounts are no tenants of SES. */
  tenants?: { policy: string; stack: string } | undefined;
  /** The address of the queue `Webhooks`; undefined if the deployment sends no events. */
  webhooksQueue?: string | undefined;
  /** The address of the queue `Due`; undefined if the deployment has scheduled sends switched off. */
  dueQueue?: string | undefined;
  /** The API key of the local run's first account; undefined on AWS, where no key is stored. */
  localKey?: string | undefined;
  /** The local run's addresses; empty on AWS. */
  endpoints: { dynamodb?: string; ses?: string; apiGateway?: string; s3?: string };
}

interface SignIn {
  usersTable: string;
  /** Null in a local run: an OIDC issuer of the reader's own has the users. */
  userPoolId: string | null;
  dashboardUrl: string;
  /** The accounts that groups of an identity provider open; undefined without a provider. */
  groupAccounts?: readonly string[] | undefined;
}

export interface RepliesOutputs {
  domain: string;
  bucket: string;
  ruleSet: string;
  keepMailsDays: number;
}

export interface SendingOutputs {
  configurationSet: string;
  enabled: boolean;
  suppression: boolean;
  retentionDays: number;
}

/** What the stack says of itself. */
export const outputs = z.object({
  BaseUrl: z.string(),
  // Only with doors, which the settings can switch off.
  DoorsUrl: z.optional(z.string()),
  KeysTable: z.string(),
  AccountsTable: z.string(),
  TemplatesTable: z.string(),
  MessagesTable: z.string(),
  UsagePlanFree: z.string(),
  UsagePlanPro: z.string(),
  UsagePlanTeam: z.string(),
  // The identities, comma-separated; `none` for none.
  Senders: z.string(),
  // The names of the log groups, comma-separated.
  LogGroups: z.string(),
  // Not in stacks up to version 0.2.0.
  TrailTable: z.optional(z.string()),
  TrailRetentionDays: z.optional(z.string()),
  ConfigurationSet: z.optional(z.string()),
  SendingEnabled: z.optional(z.string()),
  Suppression: z.optional(z.string()),
  MessageRetentionDays: z.optional(z.string()),
  // Only with `tenants`: their policy and the name of the stack.
  Tenants: z.optional(z.string()),
  // Only with `replies`.
  RepliesDomain: z.optional(z.string()),
  RepliesBucket: z.optional(z.string()),
  RepliesRuleSet: z.optional(z.string()),
  RepliesKeepMailsDays: z.optional(z.string()),
  // Only with `later`, which the settings can switch off.
  DueQueue: z.optional(z.string()),
  WebhooksQueue: z.optional(z.string()),
  // Only with a dashboard, which the settings can switch off.
  UsersTable: z.optional(z.string()),
  UserPoolId: z.optional(z.string()),
  DashboardUrl: z.optional(z.string()),
  // Only with an identity provider. Comma-separated; `none` for none.
  SignInAccounts: z.optional(z.string()),
});

export interface StackPlace {
  stack: string;
  region?: string | undefined;
  /** The AWS account that the stack must be in; undefined if the CLI does not check the account. */
  account?: string | undefined;
  /** The setting of this name; undefined if only the deployed template can say it. */
  bootstrapQualifier?: string | undefined;
  profile?: string | undefined;
}

/** @throws {ManageError} if there is no such stack, or the credentials belong to another account */
export async function deploymentOnAws({
  stack,
  account,
  ...place
}: StackPlace): Promise<Deployment> {
  if (account !== undefined) {
    const caller = await callerIdentity(atTerminal, place);
    if (caller.account !== account) throw wrongAccount(stack, account, caller.account);
  }
  const found = await cloudformationStacks(atTerminal, place).find(stack);
  const region = place.region ?? found?.id.split(':')[3];
  return { ...deploymentIn(found, stack, region), profile: place.profile };
}

/** The deployment that a stack's outputs describe; `found` is null if there is no such stack. */
export function deploymentIn(
  found: { outputs: Record<string, string> } | null,
  stack: string,
  region: string | undefined,
): Deployment {
  const where = region ? ` in ${region}` : '';
  if (!found) {
    throw new ManageError(
      `There is no stack ${stack}${where}: deploy it, or name another stack or region`,
    );
  }
  const read = outputs.safeParse(found.outputs);
  if (read.success) return { ...fromOutputs(read.data, region), stack };
  const missing = read.error.issues.map((issue) => String(issue.path[0]));
  throw new ManageError(
    `The stack ${stack}${where} is not a postrider stack: it lacks the outputs ${missing.join(', ')}`,
  );
}

export function wrongAccount(stack: string, account: string, found: string): ManageError {
  return new ManageError(
    `The stack ${stack} belongs to the AWS account ${account}, but these credentials belong to ${found}: set AWS_PROFILE to a profile of ${account}`,
  );
}

export function fromOutputs(out: z.infer<typeof outputs>, region: string | undefined): Deployment {
  return {
    region,
    baseUrl: out.BaseUrl,
    doorsUrl: out.DoorsUrl,
    tables: {
      keys: out.KeysTable,
      accounts: out.AccountsTable,
      templates: out.TemplatesTable,
      messages: out.MessagesTable,
      trail: out.TrailTable,
    },
    trailRetentionDays:
      out.TrailRetentionDays === undefined ? undefined : Number(out.TrailRetentionDays),
    usagePlans: { free: out.UsagePlanFree, pro: out.UsagePlanPro, team: out.UsagePlanTeam },
    signIn: signInOf(out),
    dueQueue: out.DueQueue,
    webhooksQueue: out.WebhooksQueue,
    sendsEvents: out.WebhooksQueue !== undefined,
    dashboardUrl: out.DashboardUrl,
    senders: out.Senders === 'none' ? [] : readSenderList(out.Senders),
    sending: sendingOf(out),
    ...(out.Tenants && { tenants: tenantsOf(out.Tenants) }),
    replies: repliesOf(out),
    logs: { groups: out.LogGroups.split(',') },
    endpoints: {},
  };
}

function tenantsOf(text: string) {
  const [policy = '', stack = ''] = text.split(' ');
  return { policy, stack };
}

function sendingOf({
  ConfigurationSet: configurationSet,
  SendingEnabled,
  Suppression,
  MessageRetentionDays,
}: z.infer<typeof outputs>): SendingOutputs | undefined {
  if (configurationSet === undefined || MessageRetentionDays === undefined) return undefined;
  return {
    configurationSet,
    enabled: SendingEnabled !== 'off',
    suppression: Suppression !== 'off',
    retentionDays: Number(MessageRetentionDays),
  };
}

function repliesOf(out: z.infer<typeof outputs>): RepliesOutputs | undefined {
  const { RepliesDomain: domain, RepliesBucket: bucket, RepliesRuleSet: ruleSet } = out;
  if (!domain || !bucket || !ruleSet) return undefined;
  return { domain, bucket, ruleSet, keepMailsDays: Number(out.RepliesKeepMailsDays) };
}

function signInOf(out: z.infer<typeof outputs>): Deployment['signIn'] {
  const { UsersTable: usersTable, UserPoolId: userPoolId, DashboardUrl: dashboardUrl } = out;
  const opened = out.SignInAccounts === 'none' ? [] : out.SignInAccounts?.split(',');
  return usersTable && userPoolId && dashboardUrl
    ? { usersTable, userPoolId, dashboardUrl, ...(opened && { groupAccounts: opened }) }
    : {
        none: 'This deployment has no dashboard: set "dashboard": true in its settings and deploy',
      };
}
