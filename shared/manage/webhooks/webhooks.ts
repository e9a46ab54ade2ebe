import {
  deleteEndpoint,
  listEndpoints,
  putEndpoint,
  readEndpoint,
  updateEndpoint,
} from '../../adapters/tables/webhook-endpoints-table.ts';
import { mintEndpointId } from '../../keys/ids.ts';
import type { AddressRules } from '../../webhook/address.ts';
import { maxEndpoints, type WebhookEndpoint } from '../../webhook/endpoint.ts';
import { mintWebhookSecret } from '../../webhook/webhook-signature.ts';
import { accountRecord } from '../accounts.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { checkWebhookOptions, type WebhookOptions } from './webhook-options.ts';

export type WebhookPorts = Pick<ManagePorts, 'messages' | 'now'>;

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
  ports: Pick<ManagePorts, 'accounts' | 'messages' | 'now' | 'randomBytes'> & {
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
  await putEndpoint(ports.messages, endpoint);
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
  const { secrets } = await endpointOf(ports, accountId, id);
  const nowMs = ports.now().getTime();
  const oldUntil = new Date(nowMs + oldSecretMs).toISOString();
  const old = secrets
    .filter(({ until }) => until === null || nowMs < Date.parse(until))
    .map(({ secret, until }) => ({ secret, until: until ?? oldUntil }));
  const secret = mintWebhookSecret(ports.randomBytes);
  const rotated = await updateEndpoint(
    ports.messages,
    { accountId, endpointId: id },
    { secrets: [{ secret, until: null }, ...old] },
    { secrets },
  );
  if (rotated) return { ...toWebhook(rotated), secret, oldUntil };
  throw new ManageError(`Someone else changed the webhook ${id}: try again`, [], { code: 'stale' });
}

/**
 * Gives a webhook another address, other types or other keys; its id and its secrets stay. At another address it begins
 * without failures, so that its events are tried at once.
 *
 * @throws {ManageError} also for a bad address or type
 */
export async function editWebhook(
  ports: Pick<ManagePorts, 'messages'> & { post: AddressRules },
  accountId: string,
  id: string,
  change: Partial<WebhookOptions>,
): Promise<Webhook> {
  const { url, types, test, state, createdAt } = await endpointOf(ports, accountId, id);
  const given = {
    url: change.url ?? url,
    types: change.types === undefined ? types : change.types,
    test: change.test ?? test,
  };
  const options = checkWebhookOptions(given, ports.post);
  const { state: _, pausedBecause: __, ...unfailed } = active;
  const isMoved = options.url !== url;
  const edited = await updateEndpoint(
    ports.messages,
    { accountId, endpointId: id },
    { ...options, ...(isMoved && state === 'ACTIVE' && unfailed) },
    { createdAt },
  );
  return edited ? toWebhook(edited) : showWebhook(ports, accountId, id);
}

/** Pauses a webhook: it gets no event, and those that wait for it are dropped. */
export async function pauseWebhook(
  ports: Pick<ManagePorts, 'messages'>,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const change = { state: 'PAUSED', pausedBecause: 'asked' } as const;
  const place = { accountId, endpointId: id };
  const paused = await updateEndpoint(ports.messages, place, change, { state: 'ACTIVE' });
  return paused ? toWebhook(paused) : showWebhook(ports, accountId, id);
}

/** Lets a webhook get new events, not those that it missed, and clears its failures. */
export async function resumeWebhook(
  ports: Pick<ManagePorts, 'messages'>,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const { createdAt } = await endpointOf(ports, accountId, id);
  const place = { accountId, endpointId: id };
  const resumed = await updateEndpoint(ports.messages, place, active, { createdAt });
  return resumed ? toWebhook(resumed) : showWebhook(ports, accountId, id);
}

/** Deletes a webhook, whose waiting events are dropped, and returns it as it was. */
export async function deleteWebhook(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  id: string,
): Promise<Webhook> {
  const webhook = await showWebhook({ messages }, accountId, id);
  await deleteEndpoint(messages, accountId, id);
  return webhook;
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
