import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileAtomically } from './atomic-file.ts';
import { Failure } from './failure.ts';

const deployment = z.object({
  /** With the stage, without a slash at the end. */
  baseUrl: z.string(),
  /** The demo account's key: it is in no other place. */
  apiKey: z.string(),
  accountId: z.string(),
  /** The page that shows the mails; null where they go to another SES. */
  inboxUrl: z.string().nullable(),
  /** The dashboard's page, without a slash at the end; null where the settings have none. */
  dashboardUrl: z.string().nullable().default(null),
  dynamodbEndpoint: z.string(),
  sesEndpoint: z.string(),
  apiGatewayEndpoint: z.string(),
  /** `host:port` of the local DNS server. */
  dnsServer: z.string(),
  region: z.string(),
  /** Of the run that wrote this: where it is not alive, neither are the servers. */
  pid: z.int(),
  /** The stack's outputs. */
  outputs: z.record(z.string(), z.string()),
});

/** What a local run tells of itself: the CLI and other tools read it in the data folder. */
export type Deployment = z.output<typeof deployment>;

/**
 * What the run before this one wrote, or undefined. The file stays when a run stops, because of the
 * demo key in it. Throws a `Failure` when it is damaged.
 */
export function readDeployment(path: string): Deployment | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return deployment.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(
      `${path} is damaged: delete it, which makes a new demo key, or start anew with --fresh.`,
      error,
    );
  }
}

/** Written once everything is ready. Only its owner may read it: the key is a secret. */
export function writeDeployment(path: string, value: Deployment): void {
  writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}
