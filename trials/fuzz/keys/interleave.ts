import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../../../local/deployment-file.ts';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { randomFrom } from '../../soak/random.ts';
import { bodyOf } from '../../soak/template.ts';

/** Where one key is revoked while it sends. */
export interface Place {
  deployment: Pick<Deployment, 'baseUrl' | 'dashboardUrl'>;
  ports: ManagePorts;
  accountId: string;
  number: number;
  seed: number;
  /** The subjects of the mails that SES accepted, each of one send. */
  mails: ReadonlySet<string>;
}

/** What became of the sends of one key. */
export interface Interleaving {
  /** Sends that began before the revocation was answered. */
  before: number;
  /** Those of them that were accepted. */
  accepted: number;
  /** Sends that began after it. */
  after: number;
  /** What must not be, each in words. */
  wrong: string[];
}

interface Sent {
  id: string;
  beganMs: number;
  status: number;
  text: string;
}

/** Sends of one key, and how far apart they begin around its revocation, in milliseconds. */
const sends = 8;
const windowMs = 40;

const revokedText = '{"error":"API key has been revoked"}';

/**
 * Revokes a new key while it sends, by the operator's door or by the dashboard's. What begins after
 * the revocation was answered must be refused, and its mail never reach SES.
 */
export async function interleave(place: Place): Promise<Interleaving> {
  const { deployment, ports, accountId, number, seed, mails } = place;
  const random = randomFrom(seed, 'keys', number);
  const { keyId, secret } = await createKey(ports, { accountId, name: 'fuzz' });
  const atMs = random() * windowMs;
  const delays = Array.from({ length: sends }, () => random() * windowMs);
  const isDashboards = random() < 0.5 && deployment.dashboardUrl !== null;
  const revocation = pause(atMs).then(async () => {
    if (isDashboards) await deleteByDashboard(deployment.dashboardUrl ?? '', accountId, keyId);
    else await deleteKey(ports, keyId);
    return performance.now();
  });
  const sendOne = async (id: string): Promise<Sent> => {
    const beganMs = performance.now();
    return { id, beganMs, ...(await send(deployment.baseUrl, secret, id)) };
  };
  const around = delays.map(async (ms, at) => {
    await pause(ms);
    return sendOne(`${seed}-${number}-${at}`);
  });
  const answeredMs = await revocation;
  // At once, when whatever could be remembered of the key is fresh.
  const next = [0, 1].map((at) => sendOne(`${seed}-${number}-after-${at}`));
  const all = await Promise.all([...around, ...next]);
  const after = all.filter(({ beganMs }) => beganMs > answeredMs);
  const before = all.filter(({ beganMs }) => beganMs <= answeredMs);
  return {
    before: before.length,
    accepted: before.filter(({ status }) => status === 200).length,
    after: after.length,
    wrong: [
      ...after.filter(({ text }) => text !== revokedText).map((each) => told('let through', each)),
      ...after.filter(({ id }) => mails.has(id)).map((each) => told('mailed', each)),
      ...before
        .filter(({ status, text }) => status !== 200 && text !== revokedText)
        .map((each) => told('answered otherwise', each)),
    ],
  };
}

function told(what: string, { id, status, text }: Sent): string {
  return `${id} ${what}: ${status} ${text}`;
}

async function send(baseUrl: string, secret: string, id: string) {
  const answer = await fetch(`${baseUrl}/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: bodyOf(id),
  });
  return { status: answer.status, text: await answer.text() };
}

async function deleteByDashboard(url: string, accountId: string, keyId: string): Promise<void> {
  const answer = await fetch(`${url}/manage/v1/api-keys/${keyId}`, {
    method: 'DELETE',
    headers: { 'x-postrider-account': accountId },
  });
  if (!answer.ok) throw new Error(`The key was not revoked: ${await answer.text()}`);
}
