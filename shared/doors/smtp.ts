import * as z from 'zod/mini';
import { maxSendBodyBytes } from '../engine/limits.ts';
import { checkContract } from '../http/contract.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { Door } from './door.ts';
import { text } from './fields.ts';

/** For programs that receive mails by SMTP: execute's body and the field `from`. It answers as `/v1/execute`. */
export const smtpSend: Door = {
  name: 'smtp',
  resource: '/smtp',
  toV1: (event) => {
    const given = readJsonBody(event, maxSendBodyBytes);
    const { from } = checkContract(z.object({ from: text }), given);
    const { from: _, ...body } = given;
    return [{ body, from: [from] }];
  },
  failed: ({ kind, error }) => ({ status: typeof kind === 'number' ? kind : 400, body: { error } }),
};
