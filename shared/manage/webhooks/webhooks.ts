import { isDeepStrictEqual } from 'node:util';
import { alone, type Change } from '../../adapters/tables/change.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  putEndpoint,
  readEndpoint,
} from '../../adapters/tables/webhook-endpoints-table.ts';
import type { TrailAction } from '../../engine/trail-actions.ts';
import { mintEndpointId } from '../../keys/ids.ts';
import type { AddressRules } from '../../webhook/address.ts';
import { maxEndpoints, type WebhookEndpoint } from '../../webhook/endpoint.ts';
import { mintWebhookSecret } from '../../webhook/webhook-signature.ts';
import { accountRecord } from '../accounts.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { beforeAfter, recorded, type TrailPorts } from '../trail/recorded.ts';
import { checkWebhookOptions, type WebhookOptions } from './webhook-options.ts';

export type WebhookPorts = Pick<ManagePorts, 'messages'> & TrailPorts;

/** A webhook without its secrets. `WebhookEndpoint` describes the fields; times are ISO 8601. */
export interface Webhook
  extends Omit<WebhookEndpoint, 'endpointId' | 'secrets' | 'state' | 'wakeAt' | 'slow'> {
  /** `wh_` and 16 base62 characters. */
  id: string;
  state: 'active' | 'paused';
}

/** How long functions use a cached webhook, in seconds. */
export const knownAfterSeconds = 30;

/** How long a replaced secret still signs, in milliseconds: a day. */
const oldSecretMs = 24 * 60 * 60 * 1000;

/**
 * Adds a webhook. Only this return value and that of `rotateWebhook` have the secret.
 *
 * @throws {ManageError} for an unknown account, a bad address or type, an 11th webhook, or if the deployment sends no
 * events
 */
export async function addWebhook(
  ports: Pick<ManagePorts, 'accounts' | 'messages' | 'randomBytes'> &
    TrailPorts & {
      /** Which addresses besides public ones may get events. */
      post: AddressRules;
      sendsEvents: boolean;
    },
  accountId: string,
  given: WebhookOptions,
): Promise<Webhook & { secret: string }> {
  const options = checkWebhookOptions(given, ports.post);
  if (!ports.sendsEvents) {
    const hint = 'set "later": true in its settings and deploy';
    throw new ManageError('This deployment has webhooks switched off', [], { hint });
  }
  await accountRecord(ports, accountId);
  if ((await listEndpoints(ports.messages, accountId)).length >= maxEndpoints) {
    const hint = 'webhook delete deletes one';
    throw new ManageError(`An account has at most ${maxEndpoints} webhooks`, [], { hint });
  }
  const secret = mintWebhookSecret(ports.randomBytes);
  const endpoint: WebhookEndpoint = {
    accountId,
    endpointId: mintEndpointId(ports.randomBytes),
    ...options,
    secrets: [{ secret, until: null }],
    createdAt: ports.now().toISOString(),
    wakeAt: null,
    ...active,
  };
  await putEndpoint(
    ports.messages,
    endpoint,
    webhookChange(ports, 'webhook.added', null, endpoint),
  );
  return { ...toWebhook(endpoint), secret };
}

const active = {
  state: 'ACTIVE',
  pausedBecause: null,
  failingSince: null,
  failures: 0,
  retryAt: null,
  slow: false,
  lastStatus: null,
  lastError: null,
} as const;

/** All webhooks of an account, the oldest first. */
export async function listWebhooks(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
): Promise<Webhook[]> {
  const webhooks = (await listEndpoints(messages, accountId)).map(toWebhook);
  return webhooks.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** @throws {ManageError} for an id that no webhook of the account has, as all below */
export async function showWebhook(
  ports: Pick<ManagePorts, 'messages'>,
  accountId: string,
  id: string,
): Promise<Webhook> {
  return toWebhook(await endpointOf(ports, accountId, id));
}

/** Gives a webhook a new secret; the old one signs as well until `oldUntil` (ISO 8601), a day from now. */
export async function rotateWebhook(
  ports: WebhookPorts & Pick<ManagePorts, 'randomBytes'>,
  accountId: string,
  id: string,
): Promise<Webhook & { secret: string; oldUntil: string }> {
  const endpoint = await endpointOf(ports, accountId, id);
  const { secrets } = endpoint;
  const nowMs = ports.now().getTime();
  const oldUntil = new Date(nowMs + oldSecretMs).toISOString();
  const old = secrets
    .filter(({ until }) => until === null || nowMs < Date.parse(until))
    .map(({ secret, until }) => ({ secret, until: until ?? oldUntil }));
  const secret = mintWebhookSecret(ports.randomBytes);
  const rotated = await changeEndpoint(
    ports.messages,
    endpoint,
    { secrets: [{ secret, until: null }, ...old] },
    { secrets },
    webhookChange(ports, 'webhook.rotated', endpoint, endpoint),
  );
  if (rotated) return { ...toWebhook(rotated), secret, oldUntil };
  throw changedMeanwhile(id);
}

/**
 * Gives a webhook another address, other types or other keys; its id and its secrets stay. At another address it begins
 * without failures, so that its events are tried at once.
 *
 * @throws {ManageError} also for a bad address or type
 */
export async function editWebhook(
  ports: WebhookPorts & { post: AddressRules },
  accountId: string,
  id: string,
  change: Partial<WebhookOptions>,
): Promise<Webhook> {
  const endpoint = await endpointOf(ports, accountId, id);
  const { url, types, test, state, createdAt } = endpoint;
  const given = {
    url: change.url ?? url,
    types: change.types === undefined ? types : change.types,
    test: change.test ?? test,
  };
  const options = checkWebhookOptions(given, ports.post);
  const { state: _, pausedBecause: __, ...unfailed } = active;
  const isMoved = options.url !== url;
  if (isDeepStrictEqual(options, { url, types, test })) return toWebhook(endpoint);
  const edited = await changeEndpoint(
    ports.messages,
    endpoint,
    { ...options, ...(isMoved && state === 'ACTIVE' && unfailed) },
    { url, types, test, createdAt },
    webhookChange(ports, 'webhook.changed', endpoint, { ...endpoint, ...options }),
  );
  if (edited) return toWebhook(edited);
  await endpointOf(ports, accountId, id);
  throw changedMeanwhile(id);
}

function changedMeanwhile(id: string): ManageError {
  return new ManageError(`Someone else changed the webhook ${id}: try again`, [], {
    code: 'stale',
  });
}

/** Pauses a webhook: it gets no event, and those that wait for it are dropped. */
export async function pauseWebhook(
  ports: WebhookPorts,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const fields = { state: 'PAUSED', pausedBecause: 'asked' } as const;
  const endpoint = await endpointOf(ports, accountId, id);
  const change = webhookChange(ports, 'webhook.changed', endpoint, { ...endpoint, ...fields });
  const only = { state: 'ACTIVE' } as const;
  const paused = await changeEndpoint(ports.messages, endpoint, fields, only, change);
  return paused ? toWebhook(paused) : showWebhook(ports, accountId, id);
}

/** Lets a webhook get new events, not those that it missed, and clears its failures. */
export async function resumeWebhook(
  ports: WebhookPorts,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const endpoint = await endpointOf(ports, accountId, id);
  const { state, createdAt } = endpoint;
  // An active one only begins without failures, which the service counts.
  const change =
    state === 'ACTIVE'
      ? alone
      : webhookChange(ports, 'webhook.changed', endpoint, { ...endpoint, ...active });
  const only = { state, createdAt };
  const resumed = await changeEndpoint(ports.messages, endpoint, active, only, change);
  return resumed ? toWebhook(resumed) : showWebhook(ports, accountId, id);
}

/** Deletes a webhook, whose waiting events are dropped, and returns it as it was. */
export async function deleteWebhook(
  ports: WebhookPorts,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const endpoint = await endpointOf(ports, accountId, id);
  const change = webhookChange(ports, 'webhook.deleted', endpoint, null);
  await deleteEndpoint(ports.messages, accountId, id, change);
  return toWebhook(endpoint);
}

function webhookChange(
  ports: TrailPorts,
  action: TrailAction & `webhook.${'added' | 'changed' | 'rotated' | 'deleted'}`,
  before: WebhookEndpoint | null,
  after: WebhookEndpoint | null,
): Change {
  const shown = (endpoint: WebhookEndpoint | null) =>
    endpoint && {
      host: new URL(endpoint.url).host,
      types: endpoint.types ?? undefined,
      state: endpoint.state.toLowerCase(),
      test: endpoint.test,
    };
  const { accountId, endpointId } = (before ?? after) as WebhookEndpoint;
  const change = beforeAfter(shown(before), shown(after));
  return recorded(ports, accountId, action, `webhook:${endpointId}`, change);
}

export async function endpointOf(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await readEndpoint(messages, accountId, id);
  if (endpoint) return endpoint;
  throw new ManageError(`Account ${accountId} has no webhook ${id}`, [], {
    code: 'unknown',
    hint: 'webhook list shows every webhook',
  });
}

function toWebhook(endpoint: WebhookEndpoint): Webhook {
  const { endpointId: id, secrets: _, wakeAt: __, slow: ___, state, ...rest } = endpoint;
  return { id, ...rest, state: state === 'ACTIVE' ? 'active' : 'paused' };
}
