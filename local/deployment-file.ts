import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileAtomically } from './atomic-file.ts';
import { Failure } from './failure.ts';

const deployment = z.object({
  /** With the stage, without a slash at the end. */
  baseUrl: z.string(),
  /** The doors' API, without a slash at the end; null if the settings have none, or an older version wrote the file. */
  doorsUrl: z.string().nullable().default(null),
  /** The address that takes mails by SMTP; null without doors, or if an older version wrote the file. */
  smtpUrl: z.string().nullable().default(null),
  /** The demo account's live key. It is stored only here. */
  apiKey: z.string(),
  /** The demo account's test key, whose mails are captured. Empty in a file that version 0.2.0 or older wrote. */
  testApiKey: z.string().default(''),
  accountId: z.string(),
  /** The page that shows the mails; null with another SES. */
  inboxUrl: z.string().nullable(),
  /** The dashboard's page, without a slash at the end; null if the settings have no dashboard. */
  dashboardUrl: z.string().nullable().default(null),
  /** Where the dashboard's users sign in; missing without sign-in. */
  oidcIssuer: z.string().optional(),
  dynamodbEndpoint: z.string(),
  sesEndpoint: z.string(),
  apiGatewayEndpoint: z.string(),
  /** The address of the attachments' buckets; missing if the settings name no bucket. */
  s3Endpoint: z.string().optional(),
  /** `host:port` of the local DNS server. */
  dnsServer: z.string(),
  region: z.string(),
  /** The process of the run that wrote this: its servers end with it. */
  pid: z.int(),
  outputs: z.record(z.string(), z.string()),
});

/** The addresses and the keys of a local run. The CLI and other tools read them in the data folder. */
export type Deployment = z.output<typeof deployment>;

/** Reads the previous run's file, which has the demo's keys; undefined if missing. Throws a `Failure` if damaged. */
export function readDeployment(path: string): Deployment | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return deployment.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(
      `${path} is damaged: delete it to get a new demo key, or start over with --fresh.`,
      error,
    );
  }
}

/** Writes the file, once everything is ready. Only its owner may read it: the keys are secrets. */
export function writeDeployment(path: string, value: Deployment): void {
  writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}
