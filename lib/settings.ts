import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { apiDomain, dashboardDomain } from './domain-settings.ts';
import { type SettingsFile, sameStack, settingsOf, takeApart } from './environments.ts';
import { identities, strayIdentities } from './identity-settings.ts';
import { reservedConcurrency, throttle } from './load-settings.ts';
import { alarmEmails, alarmTopicArn, dailyQuota, runbookUrl } from './monitoring/settings.ts';
import { nearest } from './nearest.ts';
import { partitionOf } from './partition.ts';
import { waf } from './waf-settings.ts';

/** How long CloudWatch may keep a log group, in days: the values that it accepts, those of use. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

/** An address, or a domain: what SES verifies as an identity. */
const sender = z
  .string()
  .regex(
    /^([A-Za-z0-9._+-]+@)?([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$/,
    'must be an e-mail address or a domain, like hello@example.com or example.com',
  )
  .refine(
    (name) => !/@.*[A-Z]/.test(name),
    'must have its domain in lower case: mails are sent so, and SES compares addresses letter by letter',
  );

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
const tableName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be a table's name")
  .optional();

const settingsShape = z.strictObject({
  /** The CloudFormation stack's name; the tables and the outputs belong to it. */
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'must start with a letter; letters, digits and hyphens')
    .default('postrider'),
  /** The AWS account to deploy into, 12 digits; credentials of another one are refused. Default: theirs. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must have 12 digits')
    .optional(),
  /** The region to deploy into. Default: the one that the AWS profile or AWS_REGION names. */
  region: z
    .string()
    .regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'must be a region, like eu-central-1')
    // Addresses and ARNs of this stack are those of one partition, and nothing was tried in another.
    .refine((region) => partitionOf(region) === 'aws', {
      error: ({ input }) =>
        `must be of the partition aws, where postrider runs: ${input} is of the partition ${partitionOf(String(input))}`,
    })
    .optional(),
  /**
   * Tables of other names to use instead of the stack's own, `<stackName>-Keys` and so on: ones
   * that were restored from a backup, for instance (docs/operations.md, "Back up and restore").
   */
  tables: z
    .strictObject({
      keys: tableName,
      accounts: tableName,
      templates: tableName,
      messages: tableName,
      users: tableName,
    })
    .default({}),
  /** `false` leaves the tables' names to CloudFormation: for stacks that were deployed so. */
  namedTables: z.boolean().default(true),
  /** The SES identities that flows may send from. The first deployment asks SES to verify them. */
  senders: z.array(sender).default([]),
  /** What SES is to know of a sender besides its name: `{"example.com": {"mailFrom": "mail.example.com"}}`. */
  identities,
  /** Whether a mail is given up rather than handed to a mail server that knows no TLS. */
  requireTls: z.boolean().default(false),
  /** `false` refuses every send with a `flow_error`, without a change to any flow. */
  sending: z.boolean().default(true),
  /** Whether a throwaway domain makes an address invalid. */
  disposableIsInvalid: z.boolean().default(true),
  /** Whether a role address (info@, support@) is invalid. It is a real mailbox, so by default not. */
  roleIsInvalid: z.boolean().default(false),
  /** How long the record of a message is kept, in days. */
  messageRetentionDays: z
    .number()
    .multipleOf(1, 'must be a whole number')
    .min(1, 'must be at least 1')
    .max(365, 'must be at most 365')
    .default(30),
  /** Whether an address that bounced or complained is refused from then on. */
  suppression: z.boolean().default(true),
  /** Whether the dashboard is part of the deployment; without it the CLI manages everything. */
  dashboard: z.boolean().default(true),
  /** A name of one's own for the API, `https://api.example.com/v1`; without it, API Gateway's. */
  domain: apiDomain.optional(),
  /** A name of one's own for the dashboard; without it, CloudFront's. */
  dashboardDomain: dashboardDomain.optional(),
  /** A web application firewall before the API: `false`, or `{}` for one with its defaults. */
  waf,
  /** The rate of render, execute and verify, all callers together: `{"requestsPerSecond": 1000, "burst": 2000}`. */
  throttle,
  /** Environments that Lambda keeps for a function, and the most it gets: `{"authorizer": 50}`. */
  reservedConcurrency,
  /** Whether there are metrics, alarms and a CloudWatch dashboard (what they cost: docs/cost.md). */
  monitoring: z.boolean().default(true),
  /** Whom alarms are mailed to: `["ann@example.com"]`. SNS asks each address to confirm first. */
  alarmEmails,
  /** An SNS topic of one's own that alarms go to, by its ARN. */
  alarmTopicArn,
  /** SES's daily quota of this AWS account. With it, an alarm is raised at 80 % of it. */
  dailyQuota,
  /** Where your people read `docs/operations.md`: every alarm links to its section there. */
  runbookUrl,
  /** Whether X-Ray follows requests: $5 a million traces, of which it takes one a second and 5 %. */
  tracing: z.boolean().default(false),
  logRetentionDays: z.literal(retentionDays).default(30),
  /** Whether AWS refuses to delete the tables until this is set to false. */
  deletionProtection: z.boolean().default(true),
  /** Whether tables can be restored to any second of the last 35 days: $0.20 per GB and month. */
  pointInTimeRecovery: z.boolean().default(true),
});

/** What a team decides about its deployment. Each has a default; `settings.json` may be `{}`. */
export type Settings = z.infer<typeof settingsShape>;

/** A settings file that cannot be used. The message names the file and each bad setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The settings with a bad value: where each is, and the rule that it breaks. */
  readonly issues: readonly { path: readonly PropertyKey[]; message: string }[];

  constructor(message: string, issues: SettingsError['issues'] = []) {
    super(message);
    this.issues = issues;
  }
}

/** The file has several environments, and none was chosen. */
export class EnvironmentNotChosen extends SettingsError {}

/** Of every stack of ours, and of no other: the CLI tells by it what it may touch. */
export const stackDescription = 'postrider: transactional email in your own AWS account';

/** Chooses the shared settings of a file that has environments. */
export const sharedSettings = '';

/** Checks the settings in `value`. `file` is what the error calls it. */
export function parseSettings(value: unknown, file = 'settings.json'): Settings {
  return parseAt('', value, file);
}

/**
 * Reads the settings of an environment from a file; a missing file means all defaults. Every
 * environment of the file is checked, whichever is asked for.
 *
 * Without `environment` the file must have none; `sharedSettings` takes what all of them share.
 *
 * @throws {SettingsError} for a bad file, an environment that is not there, and a choice that is missing
 */
export function readSettings(file: string, environment?: string): Settings {
  return settingsIn(existsSync(file) ? readFileSync(file, 'utf8') : '{}', file, environment);
}

/** The same for a file's text. `file` is what an error calls it. */
export function settingsIn(text: string, file: string, environment?: string): Settings {
  const parts = takeApart(parseJson(text, file));
  if (typeof parts === 'string') throw new SettingsError(`${file}: ${parts}`);
  const shared = parseAt('', parts.shared, file);
  const all = parseEnvironments(parts, file);
  const names = [...all.keys()].join(', ');
  if (environment === sharedSettings) return shared;
  if (environment === undefined) {
    if (all.size === 0) return shared;
    throw new EnvironmentNotChosen(`${file} has several environments: choose one of ${names}`);
  }
  const chosen = all.get(environment);
  if (chosen) return chosen;
  if (!existsSync(file)) {
    throw new SettingsError(
      `There is no environment ${environment}, because there is no file ${resolve(file)}: write its settings there, or name the file in POSTRIDER_SETTINGS`,
    );
  }
  const has = all.size > 0 ? `it has ${names}` : 'it has none';
  throw new SettingsError(`${file} has no environment ${environment}: ${has}`);
}

function parseEnvironments(parts: SettingsFile, file: string): Map<string, Settings> {
  const names = [...parts.environments.keys()];
  const all = new Map(
    names.map((name) => [name, parseAt(`environment ${name}: `, settingsOf(parts, name), file)]),
  );
  const twins = sameStack(all);
  if (!twins) return all;
  throw new SettingsError(
    `${file}: the environments ${twins.join(' and ')} would be the same stack: give one of them another stackName`,
  );
}

function parseAt(where: string, value: unknown, file: string): Settings {
  const parsed = settingsShape.safeParse(value, { reportInput: true });
  if (parsed.success) {
    const [stray] = strayIdentities(parsed.data.identities, parsed.data.senders);
    if (stray === undefined) return parsed.data;
    throw new SettingsError(`${file}: ${where}identities.${stray} is none of the senders`);
  }
  const { issues } = parsed.error;
  const sentences = issues.map((issue) => where + describeIssue(issue));
  throw new SettingsError(`${file}: ${sentences.join('; ')}`, issues);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** With the setting that was probably meant, where it is one of the file's own. */
function unknownSetting(path: readonly PropertyKey[], key: string): string {
  const name = [...path, key].join('.');
  const meant = path.length === 0 ? nearest(key, Object.keys(settingsShape.shape)) : undefined;
  return meant ? `${name} (did you mean ${meant}?)` : name;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `unknown setting ${issue.keys.map((key) => unknownSetting(issue.path, key)).join(', ')}`;
  }
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type')
    return `${name || 'the file'} must be of type ${issue.expected}`;
  return `${name} ${issue.message}`;
}
