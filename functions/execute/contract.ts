import * as z from 'zod/mini';
import { sendFields } from '../../shared/execute/send-fields.ts';

/** The body of POST /v1/execute. Other names that start with `_` are refused; `_strict` refuses all other names. */
export const executeRequest = z.looseObject({
  ...sendFields,
  /** Does everything except send the mail, and answers `callback`. Default: false. */
  _dryRun: z.optional(z.boolean()),
});

export const executeFieldNames: ReadonlySet<string> = new Set(Object.keys(executeRequest.shape));

export type ExecuteRequest = z.output<typeof executeRequest>;

export const executeExample = {
  request: {
    templateId: 'welcome',
    variables: { name: 'Ada' },
    _to: 'ada@example.com',
  } satisfies ExecuteRequest,
  response: { success: true, type: 'sent', messageId: '0100018f-example' },
};
