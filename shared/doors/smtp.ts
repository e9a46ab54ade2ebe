import { maxSendBodyBytes } from '../engine/limits.ts';
import { readJsonBody } from '../http/json-body.ts';
import { given } from './calls.ts';
import { type Door, v1Event } from './door.ts';
import type { FailureKind } from './failure.ts';
import { textAt } from './fields.ts';

/** The statuses of `/v1` for what the door itself may refuse. */
const statuses: Partial<Record<FailureKind, number>> = {
  invalid: 400,
  tooLarge: 413,
  mediaType: 415,
};

/** For programs that receive mails by SMTP: execute's body and the field `from`. It answers as `/v1/execute`. */
export const smtpSend: Door = {
  name: 'smtp',
  resource: '/smtp',
  toV1: (event) => {
    const body = readJsonBody(event, maxSendBodyBytes);
    const sender = textAt(body, 'from');
    const { from: _, ...execute } = body;
    return {
      events: [v1Event(event, execute, { name: 'smtp', from: [sender] })],
      fromV1: ([answer]) => {
        const { statusCode: status, body } = given(answer);
        return { status, body };
      },
    };
  },
  failed: ({ kind, error }) => ({ status: statuses[kind] ?? 500, body: JSON.stringify({ error }) }),
};
