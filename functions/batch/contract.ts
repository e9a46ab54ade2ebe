import * as z from 'zod/mini';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type { TraceStep } from '../../shared/engine/flow/trace.ts';
import { sendFields } from '../../shared/execute/send-fields.ts';
import { jsonArray, jsonObject, requiredString } from '../../shared/http/contract.ts';

const { templateId: _, variables: __, _to, _cc, _bcc, ...others } = sendFields;

/** The body of POST /v1/batch. The fields beside `messages` are those of each message that does not have its own. */
export const batchRequest = z.looseObject({
  messages: jsonArray,
  templateId: z.optional(requiredString),
  variables: z.optional(jsonObject),
  ...others,
});

export type BatchRequest = z.output<typeof batchRequest>;

export const batchMessage = z.looseObject(sendFields);

export const ownFields: readonly string[] = Object.keys({ _to, _cc, _bcc });

/** The message was refused before its flow ran: the status and the sentence that execute would answer. */
export interface RefusedMessage {
  readonly success: false;
  readonly type: 'refused';
  readonly status: number;
  readonly error: string;
}

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace?: readonly TraceStep[] | undefined;
};

/** The message's flow did not accept it. `id` is the message's id at postrider, if the refusal was recorded. */
export type NotAccepted<T extends FlowOutcome['type']> = Outcome<T> & {
  id?: string | undefined;
};

export type BatchEntry =
  | Outcome<'scheduled'>
  | NotAccepted<'validation_failed'>
  | NotAccepted<'send_failed'>
  | NotAccepted<'flow_error'>
  | RefusedMessage;

/** The answer of POST /v1/batch: an entry for each message, in the order of the request. */
export interface Batch {
  messages: BatchEntry[];
}

export const batchExample: { request: BatchRequest; response: Batch } = {
  request: {
    templateId: 'welcome',
    messages: [
      { _to: 'ada@example.com', variables: { name: 'Ada' }, _reference: 'order-1001' },
      { _to: 'nobody', variables: { name: 'Bob' } },
      { templateId: 'wellcome', _to: 'eve@example.com', variables: { name: 'Eve' } },
    ],
  },
  response: {
    messages: [
      {
        success: true,
        type: 'scheduled',
        id: '01KAVXC5T0Q7ZJ3M8R2W9YB4FD',
        sendAt: '2026-11-22T10:00:00.000Z',
      },
      {
        success: false,
        type: 'validation_failed',
        error: '_to is not a valid email address: it has no @',
        field: '_to',
        id: '01KAVXC5T0M2D8H5V6N1X7C9QE',
      },
      { success: false, type: 'refused', status: 404, error: 'Template not found' },
    ],
  },
};
