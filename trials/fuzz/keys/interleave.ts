import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../../../local/deployment-file.ts';
import { createKey, deleteKey } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { randomFrom } from '../../harness/random.ts';
import { callExecute } from '../../harness/send.ts';

/** One key to revoke while it sends. */
export interface InterleaveOptions {
  deployment: Pick<Deployment, 'baseUrl' | 'dashboardUrl'>;
  ports: ManagePorts;
  accountId: string;
  number: number;
  seed: number;
  /** The subjects of the mails that SES accepted. Each is the id of a send. */
  mails: ReadonlySet<string>;
}

/** Results of the sends of one key. */
export interface Interleaving {
  /** Sends that began before the answer to the revocation. */
  before: number;
  /** The accepted sends among these. */
  accepted: number;
  /** Sends that began after the answer. */
  after: number;
  /** A line for each result that must not happen. */
  wrong: string[];
}

interface Sent {
  id: string;
  beganMs: number;
  status: number;
  text: string;
}

/** The number of sends around one revocation, and the milliseconds within which all of them begin. */
const sends = 8;
const windowMs = 40;

const revokedText = '{"error":"API key has been revoked"}';

/**
 * Revokes a new key while it sends, through the operator's code or the dashboard. A send that begins after
 * the answer to the revocation must be refused, and its mail must never reach SES.
 */
export async function interleave(options: InterleaveOptions): Promise<Interleaving> {
  const { deployment, ports, accountId, number, seed, mails } = options;
  const random = randomFrom(seed, 'keys', number);
  const { keyId, secret } = await createKey(ports, { accountId, name: 'fuzz' });
  const atMs = random() * windowMs;
  const delays = Array.from({ length: sends }, () => random() * windowMs);
  const isByDashboard = random() < 0.5 && deployment.dashboardUrl !== null;
  const revocation = pause(atMs).then(async () => {
    if (isByDashboard) await deleteByDashboard(deployment.dashboardUrl ?? '', accountId, keyId);
    else await deleteKey(ports, keyId);
    return performance.now();
  });
  const sendOne = async (id: string): Promise<Sent> => {
    const beganMs = performance.now();
    const call = { baseUrl: deployment.baseUrl, secret, sendId: id };
    return { id, beganMs, ...(await callExecute(call)) };
  };
  const around = delays.map(async (ms, at) => {
    await pause(ms);
    return sendOne(`${seed}-${number}-${at}`);
  });
  const answeredMs = await revocation;
  // Immediately, while a cached key would still be valid.
  const next = [0, 1].map((at) => sendOne(`${seed}-${number}-after-${at}`));
  const all = await Promise.all([...around, ...next]);
  const after = all.filter(({ beganMs }) => beganMs > answeredMs);
  const before = all.filter(({ beganMs }) => beganMs <= answeredMs);
  return {
    before: before.length,
    accepted: before.filter(({ status }) => status === 200).length,
    after: after.length,
    wrong: [
      ...after.filter(({ text }) => text !== revokedText).map((each) => line('let through', each)),
      ...after.filter(({ id }) => mails.has(id)).map((each) => line('mailed', each)),
      ...before
        .filter(({ status, text }) => status !== 200 && text !== revokedText)
        .map((each) => line('got another answer', each)),
    ],
  };
}

function line(what: string, { id, status, text }: Sent): string {
  return `${id} ${what}: ${status} ${text}`;
}

async function deleteByDashboard(url: string, accountId: string, keyId: string): Promise<void> {
  const answer = await fetch(`${url}/manage/v1/api-keys/${keyId}`, {
    method: 'DELETE',
    headers: { 'x-postrider-account': accountId },
  });
  if (!answer.ok) throw new Error(`The key was not revoked: ${await answer.text()}`);
}
