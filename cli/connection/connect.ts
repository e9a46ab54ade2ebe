import { randomBytes } from 'node:crypto';
import { announcerOf } from '../../shared/adapters/announcements.ts';
import { apiGatewayClient } from '../../shared/adapters/api-gateway-keys.ts';
import { atTerminal, type CallTimes, slowAtTerminal } from '../../shared/adapters/call-times.ts';
import type { SesPlace } from '../../shared/adapters/ses/ses-call.ts';
import { tenantCalls } from '../../shared/adapters/ses/tenants.ts';
import type { TablesClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import type { Actor, Trail } from '../../shared/adapters/tables/trail-table.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ScheduledPorts } from '../../shared/manage/messages/scheduled-messages.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { Tenancy } from '../../shared/manage/tenants.ts';
import { identityProblem } from '../../shared/message/sender.ts';
import { type Objects, objectsIn } from '../aws/buckets.ts';
import { sesPlace } from '../aws/client.ts';
import { operatorTables } from '../aws/operator-tables.ts';
import { queueWakeUps } from '../aws/queue-wake-ups.ts';
import { sesSetup } from '../aws/ses-setup.ts';
import { userPoolClient } from '../aws/user-pool.ts';
import type { InvitationPorts } from '../upkeep/users.ts';
import { actorOf } from './actor.ts';
import type { Deployment } from './deployment.ts';

/** The local servers accept any credentials: they do not get the person's real ones. */
const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export function connect(deployment: Deployment, times: CallTimes = atTerminal): ManagePorts {
  const { tables, usagePlans, endpoints } = deployment;
  const dynamodb = operatorTables(times, settings('DYNAMODB', deployment, endpoints.dynamodb));
  const apiGateway = apiGatewayClient(
    times,
    settings('API_GATEWAY', deployment, endpoints.apiGateway),
  );
  return {
    accounts: { client: dynamodb, name: tables.accounts },
    keys: { client: dynamodb, name: tables.keys },
    templates: { client: dynamodb, name: tables.templates },
    messages: { client: dynamodb, name: tables.messages },
    trail: trailOf(deployment, dynamodb),
    usagePlans: { client: apiGateway, ids: usagePlans },
    randomBytes,
    now: () => new Date(),
    region: deployment.region,
    tenants: tenancyIn(deployment),
  };
}

/** The pause between two calls at AWS, in milliseconds, so that there are at most 5 a second. */
const tenantPauseMs = 200;

/** How the deployment's accounts are tenants of SES; undefined if they are none. */
export function tenancyIn(deployment: Deployment): Tenancy | undefined {
  const { tenants, sending, senders } = deployment;
  if (!tenants || !sending) return undefined;
  const { configurationSet, suppression } = sending;
  const calls = tenantCallsOf(deployment);
  return { calls, ...tenants, configurationSet, senders, suppression };
}

export const tenantCallsOf = (deployment: Deployment) =>
  tenantCalls({
    times: atTerminal,
    pauseMs: deployment.endpoints.ses === undefined ? tenantPauseMs : 0,
    place: () => sesOf(deployment),
  });

function trailOf(deployment: Deployment, client: TablesClient): Trail {
  const { accounts, trail } = deployment.tables;
  let actor: Promise<Actor> | undefined;
  const who = () => {
    actor ??= actorOf(deployment);
    return actor;
  };
  return {
    table: { client: trail === undefined ? withoutTrail : client, name: trail ?? '' },
    accounts: { client, name: accounts },
    ...{ who, door: 'cli', requestId: null, retentionDays: deployment.trailRetentionDays ?? 0 },
  };
}

/** Changes without an entry are refused. */
const withoutTrail: TablesClient = {
  send: async () => {
    throw new ManageError('This deployment has no trail of changes yet', [], {
      hint: 'deploy it with this version, then change it',
    });
  },
  destroy: () => undefined,
};

/** Adds the Users table and the user pool. Throws a `ManageError` if the deployment has no sign-in. */
export function withUsers(
  ports: ManagePorts,
  { signIn, region }: Deployment,
): ManagePorts & InvitationPorts {
  if ('none' in signIn) throw new ManageError(signIn.none);
  const { usersTable: name, userPoolId: id, groupAccounts } = signIn;
  return {
    ...ports,
    users: { client: ports.accounts.client, name },
    userPool:
      id === null ? null : { client: userPoolClient(atTerminal, { region }), id, groupAccounts },
  };
}

export function withWakeUps(ports: ManagePorts, deployment: Deployment): ScheduledPorts {
  const { dueQueue, webhooksQueue, region, profile, endpoints, senders } = deployment;
  const place = {
    ...(region && { region }),
    ...(profile && { profile }),
    ...(endpoints.dynamodb && { credentials: localCredentials }),
  };
  return {
    ...ports,
    // Whether sending is switched off is checked when the message is sent.
    senderProblem: (from) => identityProblem(from, senders),
    wakeUps: dueQueue === undefined ? null : queueWakeUps(dueQueue, atTerminal, place),
    announcer:
      webhooksQueue === undefined
        ? undefined
        : announcerOf(ports.messages, queueWakeUps(webhooksQueue, atTerminal, place)),
  };
}

/** Who calls SES for this deployment, and where: the person who runs the CLI. */
export const sesOf = (deployment: Deployment): Promise<SesPlace> =>
  sesPlace(atTerminal, settings('SESV2', deployment, deployment.endpoints.ses));

/** How SES is set up for this deployment, and requests to change that. */
export const sesSetupOf = (deployment: Deployment) =>
  sesSetup(atTerminal, settings('SESV2', deployment, deployment.endpoints.ses));

/** A slow line takes minutes for 10 MB. */
const forFiles: CallTimes = { ...slowAtTerminal, answerMs: 300_000 };

/** The objects of a bucket that the deployment attaches files from, with the rights of the person who runs the CLI. */
export const objectsOf = (deployment: Deployment, bucket: string): Objects =>
  objectsIn(bucket, forFiles, settings('S3', deployment, deployment.endpoints.s3));

/** The SDK's own endpoint variables take precedence over the local run's addresses. */
function settings(service: string, { region, profile }: Deployment, endpoint: string | undefined) {
  const { AWS_ENDPOINT_URL, [`AWS_ENDPOINT_URL_${service}`]: own } = process.env;
  return {
    ...(region && { region }),
    ...(profile && { profile }),
    ...(endpoint && { credentials: localCredentials }),
    ...(endpoint && !own && !AWS_ENDPOINT_URL && { endpoint }),
  };
}
