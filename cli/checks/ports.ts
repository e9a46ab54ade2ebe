import type { AccountRecord } from '../../shared/adapters/tables/accounts-table.ts';
import type { LookupAnswer } from '../../shared/engine/verify/domain-verdict.ts';
import type { Check } from '../../shared/manage/doctor/check.ts';
import type { SendingCheckPorts } from '../../shared/manage/doctor/sending-checks.ts';
import type { Where } from '../../shared/manage/doctor/where.ts';
import type { Webhook } from '../../shared/manage/webhooks/webhooks.ts';
import type { Plan } from '../../shared/plans.ts';
import type { CallerIdentity } from '../aws/caller-identity.ts';
import type { StackState } from '../aws/cloudformation.ts';
import type { ApiDomain, LambdaAccount } from '../aws/lookups.ts';
import type { FlowSenders, Overdue } from './read-tables.ts';

/** What all checks of doctor read. */
export interface DoctorPorts extends SendingCheckPorts {
  stack: string;
  where: () => Promise<Where>;
  caller: () => Promise<CallerIdentity>;
  /** The AWS account in the settings; undefined if they name none. */
  expectedAccount: string | undefined;
  /**
   * The region of the deployment; null if neither the command, the settings nor the AWS configuration
   * names one.
   */
  region: () => Promise<string | null>;
  /** Makes any call to SES in that region: it only matters whether the region has SES. */
  askSes: () => Promise<unknown>;
  lambdaAccount: () => Promise<LambdaAccount>;
  /** The qualifier of the CDK's bootstrap that the deployment uses; undefined means the CDK's default. */
  bootstrapQualifier: () => Promise<string | undefined>;
  bootstrapVersion: () => Promise<number | null>;
  /** Null if the region has no such stack. */
  stackState: () => Promise<Pick<StackState, 'status' | 'reason'> | null>;
  /** The hash of each function's code by its name, as it was deployed. */
  deployedCode: () => Promise<ReadonlyMap<string, string>>;
  /** The hash of each function's code by its name, as this checkout would deploy it. */
  checkoutCode: () => Promise<ReadonlyMap<string, string>>;
  /** The command that deploys the code of this checkout. */
  deployCommand: () => Promise<string>;
  /** How many executions send the mails of the queue at once; null if the deployment has no queue. */
  sendConcurrency: () => Promise<number | null>;
  /** The buckets that callers may attach files from. */
  attachmentBuckets: () => Promise<readonly string[]>;
  /** The region of a bucket; null if there is no such bucket. */
  bucketRegion: (name: string) => Promise<string | null>;
  /** The names of the tables. */
  tables: () => Promise<readonly string[]>;
  /** Null if there is no such table. */
  tableStatus: (name: string) => Promise<string | null>;
  /** Whether the deployment's settings switch point-in-time recovery on. */
  wantsRecovery: () => Promise<boolean>;
  /** Null if there is no such table. */
  hasPointInTimeRecovery: (name: string) => Promise<boolean | null>;
  accounts: () => Promise<Pick<AccountRecord, 'accountId' | 'plan' | 'gatewayKeyId'>[]>;
  /** Every API Gateway key of the region, and whether it is switched on. */
  gatewayKeys: () => Promise<ReadonlyMap<string, boolean>>;
  /** The API Gateway keys in a usage plan. */
  keysInPlan: (plan: Plan) => Promise<ReadonlySet<string>>;
  baseUrl: () => Promise<string>;
  /** Null if API Gateway has no such domain name. */
  apiDomain: (name: string) => Promise<ApiDomain | null>;
  /** The IPv4 addresses of a name. */
  addresses: (name: string) => Promise<LookupAnswer>;
  deadLetterQueue: () => Promise<string>;
  /** About how many messages are in the dead-letter queue. */
  deadLetters: () => Promise<number>;
  /** The accounts with scheduled messages that are overdue. */
  overdue: () => Promise<Overdue[]>;
  flowSenders: () => Promise<FlowSenders>;
  /** The webhooks of all accounts. */
  webhooks: () => Promise<Webhook[]>;
  now: () => Date;
  /** Why a flow cannot send from `from` with these identities; null if it can. */
  senderProblem: (from: string, senders: readonly string[]) => string | null;
}

/** A check that reads only these ports. */
export type DoctorCheck<Needed extends keyof DoctorPorts> = Check<Pick<DoctorPorts, Needed>>;
