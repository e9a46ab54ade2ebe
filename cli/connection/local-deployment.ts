import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { startCommand } from '../../shared/command.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { codeOf } from '../files/error-code.ts';
import { readJson } from '../terminal/json-source.ts';
import { type Deployment, fromOutputs, outputs } from './deployment.ts';

/** What the local run writes about itself into its data folder. */
const localRun = z.object({
  baseUrl: z.string(),
  apiKey: z.optional(z.string()),
  region: z.string(),
  pid: z.int(),
  dynamodbEndpoint: z.string(),
  sesEndpoint: z.string(),
  apiGatewayEndpoint: z.string(),
  s3Endpoint: z.optional(z.string()),
  dashboardUrl: z.optional(z.nullable(z.string())),
  oidcIssuer: z.optional(z.string()),
  inboxUrl: z.optional(z.nullable(z.string())),
  outputs,
});

/** @throws {ManageError} if no local run is under way in this data folder */
export async function localDeployment(dataFolder: string): Promise<Deployment> {
  const source = readJson(await readDeploymentFile(dataFolder));
  const run = localRun.safeParse(source.ok ? source.value : undefined);
  if (!run.success) {
    throw new ManageError(
      `${join(dataFolder, 'deployment.json')} is damaged: start the local run again with ${startCommand}`,
    );
  }
  const { pid, region, dashboardUrl, inboxUrl, dynamodbEndpoint, sesEndpoint, apiGatewayEndpoint } =
    run.data;
  const { s3Endpoint } = run.data;
  if (!isAlive(pid)) {
    throw new ManageError(
      `The local run in ${dataFolder} has stopped: start it again with ${startCommand}, or name a stack with --stack`,
    );
  }
  return {
    ...fromOutputs(run.data.outputs, region),
    dashboardUrl: dashboardUrl ?? undefined,
    inboxUrl: inboxUrl ?? undefined,
    localKey: run.data.apiKey,
    logs: { folder: join(dataFolder, 'logs') },
    signIn: localSignIn(run.data),
    endpoints: {
      dynamodb: dynamodbEndpoint,
      ses: sesEndpoint,
      apiGateway: apiGatewayEndpoint,
      ...(s3Endpoint && { s3: s3Endpoint }),
    },
  };
}

function localSignIn({ oidcIssuer, dashboardUrl, outputs }: z.infer<typeof localRun>) {
  const usersTable = outputs.UsersTable;
  return oidcIssuer !== undefined && usersTable && dashboardUrl
    ? { usersTable, userPoolId: null, dashboardUrl }
    : { none: 'The local run has no sign-in: its dashboard is open to everyone on this machine' };
}

async function readDeploymentFile(dataFolder: string): Promise<string> {
  try {
    return await readFile(join(dataFolder, 'deployment.json'), 'utf8');
  } catch (cause) {
    throw new ManageError(
      `There is no local run in ${dataFolder}: start it with ${startCommand}, or name a stack with --stack`,
      [],
      { cause },
    );
  }
}

/** Whether the process runs. EPERM means that it runs, and belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
