import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Door } from '../../../shared/doors/door.ts';
import { postmarkBatches, postmarkSends } from '../../../shared/doors/postmark/send.ts';
import { resendCancel, resendMessage } from '../../../shared/doors/resend/message.ts';
import { resendBatch, resendSend } from '../../../shared/doors/resend/send.ts';
import { smtpSend } from '../../../shared/doors/smtp.ts';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';

export const sends: readonly Door[] = [resendSend, ...postmarkSends, smtpSend];
export const batches: readonly Door[] = [resendBatch, ...postmarkBatches];
const doors = [...sends, ...batches, resendMessage, resendCancel];

export function doorAt(resource: string): Door {
  const door = doors.find((each) => each.resource === resource);
  if (door === undefined) throw new Error(`No door ${resource}`);
  return door;
}

export interface DoorRequest {
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
}

/** A request as API Gateway hands it to the function. */
export function eventOf(resource: string, { body, headers, id }: DoorRequest): ProxyEvent {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
  return {
    resource,
    pathParameters: id === undefined ? null : { id },
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
    requestContext: {
      extendedRequestId: 'r-1',
      authorizer: { accountId: 'acc_1', keyId: 'key_1' },
    },
  };
}

interface WireRequest extends DoorRequest {
  name: string;
  /** The resource. */
  door: string;
  /** The request to `/v1` that the door makes of it. */
  v1: object;
}

const folder = join(import.meta.dirname, 'wire');

/**
 * Requests as the SDKs of other mail APIs send them, each named by SDK and version. Those for Node, and resend-python and
 * postmarker ran; the others were read in their sources.
 */
export const requests: readonly WireRequest[] = readdirSync(folder).map((file) => ({
  ...{ name: file, ...JSON.parse(readFileSync(join(folder, file), 'utf8')) },
}));
