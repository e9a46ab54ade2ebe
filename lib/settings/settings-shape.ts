import { z } from 'zod';
import { partitionOf } from '../partition.ts';
import { accountId } from './account-id.ts';
import { bootstrapQualifier, kmsKeyArn, permissionsBoundary, tags } from './company-settings.ts';
import { apiDomain, dashboardDomain } from './domain-settings.ts';
import { identities } from './identity-settings.ts';
import { clients } from './looks-settings.ts';
import { replies } from './replies-settings.ts';
import { signIn } from './sign-in-settings.ts';
import { tenants } from './tenant-settings.ts';
import {
  reservedConcurrency,
  sendConcurrency,
  throttle,
  waf,
  webhookConcurrency,
  wholeNumber,
} from './traffic-settings.ts';

/** How long CloudWatch may keep a log group, in days: all values that it accepts. */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const;

/** An SES identity: an address or a domain. */
const sender = z
  .string()
  .regex(
    /^([A-Za-z0-9._+-]+@)?([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$/,
    'must be an e-mail address or a domain, like hello@example.com or example.com',
  )
  .refine(
    (name) => !/@.*[A-Z]/.test(name),
    'must have its domain in lower case: mails have it in lower case, and SES compares addresses letter by letter',
  );

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
const tableName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,255}$/, 'must be a table name: 3 to 255 letters, digits, _, . and -')
  .optional();

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = z
  .string()
  .regex(
    /^(?=.{3,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be the name of a bucket: 3 to 63 lower-case letters, digits, hyphens and dots, without s3:// and without a path',
  );

/** The buckets of `_attachments`. Every caller with an API key for execute can mail any object in them. */
const attachmentBuckets = z
  .array(bucketName)
  .max(20, 'must have at most 20 buckets')
  .refine((names) => new Set(names).size === names.length, 'must name each bucket once')
  .default([]);

/** The settings of a deployment, each with its default. */
export const settingsShape = z.strictObject({
  /** The name of the CloudFormation stack, which has the tables and the outputs. */
  stackName: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9-]{0,99}$/,
      'must be letters, digits and hyphens, beginning with a letter',
    )
    .default('postrider'),
  /** The AWS account to deploy into, 12 digits; refuses credentials of another. Default: that of the credentials. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must have 12 digits')
    .optional(),
  /** The postrider account of the CLI with `--environment`, unless it names another. Default: the only one. */
  postriderAccount: accountId.optional(),
  /** The region to deploy into. Default: the one that the AWS profile or AWS_REGION names. */
  region: z
    .string()
    .regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'must be a region, like eu-central-1')
    // Addresses and ARNs differ between partitions, and postrider was tested in no other partition.
    .refine((region) => partitionOf(region) === 'aws', {
      error: ({ input }) =>
        `must be in the partition aws, the only one where postrider runs: ${input} is in the partition ${partitionOf(String(input))}`,
    })
    .optional(),
  /** Tables in place of the stack's own, `<stackName>-Keys` and so on (docs/operations/backup.md). */
  tables: z
    .strictObject({
      keys: tableName,
      accounts: tableName,
      templates: tableName,
      messages: tableName,
      users: tableName,
      trail: tableName,
    })
    .default({}),
  /** The SES identities that flows may send from, verified at first deployment. A stack has room for at most 100. */
  senders: z.array(sender).max(100, 'must have at most 100 senders').default([]),
  /** SES settings of a sender: `{"example.com": {"mailFrom": "mail.example.com"}}`. */
  identities,
  /** Whether SES bounces a mail if the recipient's mail server has no TLS. By default SES delivers it without TLS. */
  requireTls: z.boolean().default(false),
  /** If `false`, execute refuses every send with a `flow_error`. No flow changes. */
  sending: z.boolean().default(true),
  /** Whether messages can be scheduled. If `false`, execute refuses every `_sendAt` with a `flow_error`. */
  later: z.boolean().default(true),
  /** Whether mails may have addresses whose replies are recorded: `{"domain": "reply.example.com"}`. */
  replies,
  /** The buckets that callers may attach files from: `["acme-contracts"]`. */
  attachmentBuckets,
  /** Whether a throwaway domain makes an address invalid. */
  disposableIsInvalid: z.boolean().default(true),
  /** Whether a role address (info@, support@) is invalid. By default it is valid, because it is a real mailbox. */
  roleIsInvalid: z.boolean().default(false),
  /** How long the record of a message is kept, in days. */
  messageRetentionDays: wholeNumber(1, 365).default(30),
  /** How long the record of a refused request is kept, in days; 0: none is made. */
  refusedRetentionDays: wholeNumber(0, 365).default(7),
  /** How long the trail keeps who changed what, in days. */
  trailRetentionDays: wholeNumber(30, 3650).default(400),
  /** Whether postrider refuses to send to an address after a bounce or a complaint. */
  suppression: z.boolean().default(true),
  /** Whether each account is a tenant of SES, and SES's policy for it: `true` or `{"policy": "strict"}`. Default: `false`. */
  tenants,
  /** Whether the API that speaks as other mail services do is part of the deployment (docs/doors.md). */
  doors: z.boolean().default(true),
  /** Whether the dashboard is part of the deployment; without it the CLI manages everything. */
  dashboard: z.boolean().default(true),
  /** The mail clients that templates are judged for; default: the five most used. */
  clients,
  /** How people sign in to the dashboard: `{"mfa": "required"}`. */
  signIn,
  /** Your own name for the API, `https://api.example.com/v1`; default: API Gateway's. */
  domain: apiDomain.optional(),
  /** Your own name for the dashboard; default: CloudFront's. */
  dashboardDomain: dashboardDomain.optional(),
  /** A web application firewall in front of the API: `false` for none, or `{}` for one with its defaults. */
  waf,
  /** The rate of each endpoint, all callers together: `{"requestsPerSecond": 1000, "burst": 2000}`. */
  throttle,
  /** Concurrent executions that Lambda reserves for a function, which are also its maximum: `{"authorizer": 50}`. */
  reservedConcurrency,
  /** How many scheduled mails and mails of batches are sent at once. Each takes about 0.13 seconds. */
  sendConcurrency,
  /** How many executions send events to webhooks at once. */
  webhookConcurrency,
  /** Whether the stack has metrics, alarms and a CloudWatch dashboard. Their cost: docs/cost.md. */
  monitoring: z.boolean().default(true),
  /** The addresses that alarms are mailed to: `["ann@example.com"]`. SNS asks each address to confirm first. */
  alarmEmails: z.array(z.email('must be an e-mail address')).default([]),
  /** The ARN of an existing SNS topic that alarms go to. */
  alarmTopicArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
      'must be the ARN of an SNS topic, like arn:aws:sns:eu-central-1:111122223333:alarms',
    )
    .optional(),
  /** SES's daily quota of this AWS account, in mails. If it is set, an alarm is raised at 80 % of it. */
  dailyQuota: z
    .number()
    .multipleOf(1, 'must be a whole number')
    .min(1, 'must be at least 1')
    .optional(),
  /** The address of `docs/operations/alarms.md` for your operators: every alarm links to its section there. */
  runbookUrl: z
    .string()
    .regex(/^\S+[^\s#]$/, 'must be an address or a path without a # and without spaces')
    .default('docs/operations/alarms.md'),
  /** Whether X-Ray traces requests: $5 a million traces; it samples one a second and 5 % of the rest. */
  tracing: z.boolean().default(false),
  logRetentionDays: z.literal(retentionDays).default(30),
  /** Whether API Gateway logs every request, also refused, with the caller's IP address: $0.50 a GB, 0.3 KB each. */
  accessLogs: z.boolean().default(false),
  tags,
  permissionsBoundary,
  bootstrapQualifier,
  kmsKeyArn,
  /** Whether AWS refuses to delete the tables until this is set to false. */
  deletionProtection: z.boolean().default(true),
  /** Whether tables can be restored to any second of the last 35 days: $0.20 per GB and month. */
  pointInTimeRecovery: z.boolean().default(true),
});

/** The settings of a deployment. Each has a default; `postrider.json` may be `{}`. */
export type Settings = z.infer<typeof settingsShape>;
