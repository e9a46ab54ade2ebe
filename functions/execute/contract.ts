import * as z from 'zod/mini';
import { isDeliveryField } from '../../shared/engine/flow/delivery.ts';
import { jsonObject, requiredString } from '../../shared/http/contract.ts';

/**
 * The body of POST /v1/execute. The endpoint refuses other names that start with `_`, and ignores all other names.
 */
export const executeRequest = z.looseObject({
  templateId: requiredString,
  variables: jsonObject,
  _to: z.optional(z.string()),
  _subject: z.optional(z.string()),
  _replyTo: z.optional(z.string()),
  _cc: z.optional(z.string()),
  _bcc: z.optional(z.string()),
  /** The caller's own name of the message, such as an order's number. */
  _reference: z.optional(z.string()),
  /** When to send the mail: RFC 3339 with an offset. Default: now. */
  _sendAt: z.optional(z.string()),
  /** Does everything except send the mail, and answers `callback`. Default: false. */
  _dryRun: z.optional(z.boolean()),
  /** Adds the steps of the flow to the answer. Default: false. */
  _trace: z.optional(z.boolean()),
});

/** Whether this contract defines a name that starts with `_`. */
export function isExecuteField(name: string): boolean {
  return isDeliveryField(name) || ['_reference', '_sendAt', '_dryRun', '_trace'].includes(name);
}

export type ExecuteRequest = z.output<typeof executeRequest>;

export const executeExample = {
  request: {
    templateId: 'welcome',
    variables: { name: 'Ada' },
    _to: 'ada@example.com',
  } satisfies ExecuteRequest,
  response: { success: true, type: 'sent', messageId: '0100018f-example' },
};
