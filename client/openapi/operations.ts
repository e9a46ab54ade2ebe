import { batchExample } from '../../functions/batch/contract.ts';
import { cancelExample } from '../../functions/cancel/contract.ts';
import { executeExample } from '../../functions/execute/contract.ts';
import { messageExample } from '../../functions/message/contract.ts';
import { renderExample } from '../../functions/render/contract.ts';
import { verifyExample } from '../../functions/verify/contract.ts';
import type { Endpoint } from '../../lib/routes.ts';
import { maxIdempotencyKeyCharacters } from '../../shared/engine/limits.ts';
import { advice, type Example, refusalsOf } from './refusals.ts';
import { pointerTo, type SchemaName } from './schemas.ts';

interface Operation {
  summary: string;
  description: string;
  request: SchemaName;
  requestExamples: Record<string, object>;
  result: SchemaName;
  resultExamples: Record<string, object>;
}

const operations: Record<Endpoint, Operation> = {
  render: {
    summary: 'Put variables into a stored template',
    description: 'Returns HTML and subject. It sends nothing: the caller sends the mail.',
    request: 'RenderRequest',
    requestExamples: { request: renderExample.request },
    result: 'Rendered',
    resultExamples: { rendered: renderExample.response },
  },
  execute: {
    summary: 'Run the flow of a template: verify, render, then send or return',
    description:
      'The status is 200 for all six outcomes: check `success`, and tell them apart by `type`. After a time-out, a cut connection or a 5xx send the request again with its `Idempotency-Key`: no second mail is sent.',
    request: 'ExecuteRequest',
    requestExamples: {
      request: executeExample.request,
      files: {
        ...executeExample.request,
        _attachments: [
          { name: 'terms.txt', content: 'V2VsY29tZS4K' },
          { name: 'logo.png', s3: 's3://acme-files/logo.png', cid: 'logo' },
        ],
      },
    },
    result: 'ExecuteOutcome',
    resultExamples: {
      sent: executeExample.response,
      scheduled: {
        success: true,
        type: 'scheduled',
        id: '01KAVXC5T0Q7ZJ3M8R2W9YB4FD',
        sendAt: '2026-12-24T09:00:00.000Z',
      },
      callback: {
        success: true,
        type: 'callback',
        html: '<p>Hello Ada</p>',
        text: 'Hello Ada',
        subject: 'Welcome',
      },
      validation_failed: {
        success: false,
        type: 'validation_failed',
        error: '_to is required',
        field: '_to',
      },
      send_failed: {
        success: false,
        type: 'send_failed',
        error: 'Email address is not verified',
      },
      flow_error: {
        success: false,
        type: 'flow_error',
        error: 'Sending is switched off in this deployment',
      },
    },
  },
  verify: {
    summary: 'Check an address',
    description: 'Checks format, domain, MX records, disposable and role. It sends no mail.',
    request: 'VerifyRequest',
    requestExamples: { request: verifyExample.request },
    result: 'Verified',
    resultExamples: { verified: verifyExample.response },
  },
  message: {
    summary: 'Find messages and their states',
    description:
      'Needs a key with the scope `messages`, or a test key. A live key finds the messages of live keys, a test key those of test keys.',
    request: 'MessageRequest',
    requestExamples: { request: messageExample.request },
    result: 'Messages',
    resultExamples: { found: messageExample.response },
  },
  cancel: {
    summary: 'Cancel scheduled messages',
    description:
      'A cancelled message is never sent, and cancelling it again gives the same answer. A live key reaches the messages of live keys, a test key those of test keys.',
    request: 'CancelRequest',
    requestExamples: { request: cancelExample.request },
    result: 'Cancelled',
    resultExamples: { cancelled: cancelExample.response },
  },
  batch: {
    summary: 'Send up to 100 mails, each judged alone',
    description:
      'The answer has an entry for each message, in order. The status is 200 even if no message was accepted: check each `success`. After a time-out, a cut connection or a 5xx send the request again with its `Idempotency-Key`: no message is accepted twice.',
    request: 'BatchRequest',
    requestExamples: { request: batchExample.request },
    result: 'Batch',
    resultExamples: { judged: batchExample.response },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Within 24 hours the same key with the same body gives the same answer and sends nothing again. Answers are kept only if the mail was sent or may have been sent.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: maxIdempotencyKeyCharacters,
    // Printable ASCII, and not only spaces.
    pattern: '^[ -~]*[!-~][ -~]*$',
  },
};

const json = (schema: SchemaName, examples: Record<string, { value: object }>) => ({
  'application/json': { schema: { $ref: pointerTo(schema) }, examples },
});

const requestId = { $ref: '#/components/headers/RequestId' };
const ignored = { $ref: '#/components/headers/Ignored' };

/** One endpoint as a POST, with each status of its answers. */
export function operation(endpoint: Endpoint) {
  const { summary, description, request, requestExamples, result, resultExamples } =
    operations[endpoint];
  const keyed = endpoint === 'execute' || endpoint === 'batch';
  const refusals = Map.groupBy(refusalsOf(endpoint), ({ status }) => status);
  return {
    ...{ operationId: endpoint, summary, description },
    ...(keyed && { parameters: [idempotencyKey] }),
    requestBody: {
      required: true,
      content: json(request, valuesOf(requestExamples)),
    },
    responses: {
      200: {
        description: 'The result.',
        headers: {
          'x-request-id': requestId,
          'x-postrider-ignored': ignored,
          ...(endpoint === 'execute' && {
            'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' },
            'x-message-id': { $ref: '#/components/headers/MessageId' },
          }),
        },
        content: json(result, valuesOf(resultExamples)),
      },
      ...Object.fromEntries([...refusals].map(([status, same]) => [status, refused(status, same)])),
    },
  };
}

function refused(status: number, examples: readonly Example[]) {
  const sentences = examples.map(({ code, sentence }) => [code, { error: sentence }]);
  return {
    description: advice[status],
    headers: {
      'x-request-id': requestId,
      'x-postrider-ignored': ignored,
      ...retryAfter(examples),
    },
    content: json('Refused', valuesOf(Object.fromEntries(sentences))),
  };
}

/** `Retry-After`, if one of the refusals has it. It is required if all of them have it. */
function retryAfter(examples: readonly Example[]) {
  const waits = examples.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  if (waits.length === 0) return {};
  const always = waits.length === examples.length;
  return {
    'Retry-After': { $ref: `#/components/headers/${always ? 'RetryAfter' : 'MayRetryAfter'}` },
  };
}

function valuesOf(examples: Record<string, object>): Record<string, { value: object }> {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
}
