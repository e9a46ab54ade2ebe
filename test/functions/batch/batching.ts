import type { Batch, BatchEntry } from '../../../functions/batch/contract.ts';
import { batchRequest } from '../../../functions/batch/contract.ts';
import { type BatchPorts, batch } from '../../../functions/batch/run.ts';
import type { SesMail } from '../../../shared/adapters/ses/ses.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import type { LogEnd } from '../../../shared/http/log-line.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import type { SendOutcome } from '../../../shared/message/send-outcome.ts';
import { duePortsOf, workOff } from '../due/waking.ts';
import { type Sending, startSending } from '../execute/sending.ts';

type SendMail = (mail: SesMail) => Promise<SendOutcome>;

export interface Batching extends Sending {
  batchPorts: BatchPorts;
  /** The entries of a batch's answer; with a key, under that Idempotency-Key. Throws the refusal of the whole batch. */
  batch: (
    body: Record<string, unknown>,
    key?: string,
    ports?: BatchPorts,
    as?: Partial<ApiCaller>,
  ) => Promise<BatchEntry[]>;
  /** Hands each wake-up to `due` when it is due, 100 ms apart, until none is left. `ses` may answer in place of SES. */
  workOff: (ses?: (mail: SesMail, send: SendMail) => Promise<SendOutcome>) => Promise<void>;
  /** The fields of the last batch's log line. */
  notes: () => LogEnd;
}

/** Starts a new account that sends batches, and records in a real table. */
export function startBatching(messages: Table): Batching {
  const sending = startSending(messages);
  const { sendMail: _, ...ports } = sending.ports;
  const batchPorts: BatchPorts = { ...ports, deadline: { leftMs: () => 10_000 } };
  let notes: LogEnd = {};
  return {
    ...sending,
    batchPorts,
    batch: async (body, key, withPorts = batchPorts, as = {}) => {
      const caller = { accountId: sending.accountId, keyId: 'key_1', ...as };
      const header = (name: string) => (name === 'idempotency-key' ? key : undefined);
      const request = checkContract(batchRequest, body);
      const received = { requestId: 'r-1', body, header };
      const reply = await batch(request, caller, received, withPorts);
      notes = reply.notes;
      return (JSON.parse(reply.body) as Batch).messages;
    },
    workOff: (ses = (mail, send) => send(mail)) =>
      workOff(sending, {
        ...duePortsOf(sending, messages),
        sendMail: (mail) => ses(mail, sending.ports.sendMail),
      }),
    notes: () => notes,
  };
}

/** A valid message of the template `hello`. */
export const messageTo = (_to: string, more: Record<string, unknown> = {}) => ({
  templateId: 'hello',
  variables: { name: 'Ada' },
  _to,
  ...more,
});
