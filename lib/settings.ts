import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** How long CloudWatch may keep a log group, in days: the values that it accepts, those of use. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

/** An address, or a domain: what SES verifies as an identity. */
const sender = z
  .string()
  .regex(
    /^([A-Za-z0-9._+-]+@)?([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$/,
    'must be an e-mail address or a domain, like hello@example.com or example.com',
  );

const settingsShape = z.strictObject({
  /** The CloudFormation stack's name; the tables and the outputs belong to it. */
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'must start with a letter; letters, digits and hyphens')
    .default('postrider'),
  /** The SES identities that flows may send from. The first deployment asks SES to verify them. */
  senders: z.array(sender).default([]),
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
  logRetentionDays: z.literal(retentionDays).default(30),
  /** Whether AWS refuses to delete the tables until this is set to false. */
  deletionProtection: z.boolean().default(true),
});

/** What a team decides about its deployment. Each has a default; `settings.json` may be `{}`. */
export type Settings = z.infer<typeof settingsShape>;

/** A settings file that cannot be used. The message names the file and each bad setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Checks what a settings file holds. `file` is what the error calls it. */
export function parseSettings(value: unknown, file = 'settings.json'): Settings {
  const parsed = settingsShape.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new SettingsError(`${file}: ${parsed.error.issues.map(describeIssue).join('; ')}`);
}

/** Reads the settings from a file; a missing file means all defaults. */
export function readSettings(file: string): Settings {
  if (!existsSync(file)) return parseSettings({}, file);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  return parseSettings(value, file);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `unknown setting ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type')
    return `${name || 'the file'} must be of type ${issue.expected}`;
  return `${name} ${issue.message}`;
}
