import * as z from 'zod/mini';
import { isSendField, sendFields } from '../../shared/execute/send-fields.ts';

/**
 * The body of POST /v1/execute. The endpoint refuses other names that start with `_`, and ignores all other names.
 */
export const executeRequest = z.looseObject({
  ...sendFields,
  /** Does everything except send the mail, and answers `callback`. Default: false. */
  _dryRun: z.optional(z.boolean()),
});

/** Whether this contract defines a name that starts with `_`. */
export function isExecuteField(name: string): boolean {
  return isSendField(name) || name === '_dryRun';
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
