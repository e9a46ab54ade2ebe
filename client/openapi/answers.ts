import * as z from 'zod/mini';
import type {
  Batch,
  BatchEntry,
  NotAccepted,
  RefusedMessage,
} from '../../functions/batch/contract.ts';
import type { Cancelled, TooLate } from '../../functions/cancel/contract.ts';
import type {
  Message,
  MessageContent,
  MessageRecipient,
  Messages,
} from '../../functions/message/contract.ts';
import type { RenderResponse } from '../../functions/render/contract.ts';
import type { VerifyResponse } from '../../functions/verify/contract.ts';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type { StepOutcome, TraceStep } from '../../shared/engine/flow/trace.ts';
import type { VariableReport } from '../../shared/engine/render/report.ts';
import type { Verification } from '../../shared/engine/verify/verify-address.ts';
import type { CopiedFile, ListedFile } from '../../shared/message/attachment.ts';

/*
 * The shapes of the answers. The functions have them as types, which do not exist at run time:
 * `shapeOf` accepts only a schema that equals the type.
 */

type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A] ? unknown : never;

function shapeOf<T>() {
  return <S extends z.ZodMiniType>(schema: S & Same<z.output<S>, T>): S => schema;
}

const names = z.readonly(z.array(z.string()));

export const variableReport = shapeOf<VariableReport>()(
  z.readonly(z.object({ used: names, defaulted: names, missing: names, unknown: names })),
);

export const rendered = shapeOf<RenderResponse>()(
  z.object({
    html: z.string(),
    subject: z.string(),
    text: z.optional(z.nullable(z.string())),
    language: z.optional(z.nullable(z.string())),
    variables: z.optional(variableReport),
  }),
);

const stepTypes = [
  'variables',
  'delivery',
  'verification',
  'template',
  'attachments',
  'provider',
  'callback',
] as const;

const stepOutcomes = [
  'applied',
  'passed',
  'failed',
  'rendered',
  'returned',
  'sent',
  'scheduled',
  'not_sent',
  'refused',
  'unknown',
  'misconfigured',
] as const satisfies readonly StepOutcome[];

export const traceStep = shapeOf<TraceStep>()(
  z.object({
    node: z.nullable(z.string()),
    type: z.enum(stepTypes),
    outcome: z.enum(stepOutcomes),
    ms: z.number(),
    warnings: z.optional(z.readonly(z.array(z.string()))),
  }),
);

/** Only with `_trace: true`. */
const trace = z.optional(z.readonly(z.array(traceStep)));

type Failure = Extract<FlowOutcome, { success: false }>['type'];

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace?: readonly TraceStep[] | undefined;
};

const [success, failure] = [z.literal(true), z.literal(false)];
const text = z.string();

/** Only in the answer of batch: execute has it in a header. */
const id = z.optional(text);

export const sent = shapeOf<Outcome<'sent'>>()(
  z.object({ success, type: z.literal('sent'), messageId: text, trace }),
);

export const scheduled = shapeOf<Outcome<'scheduled'>>()(
  z.object({ success, type: z.literal('scheduled'), id: text, sendAt: text, trace }),
);

export const callback = shapeOf<Outcome<'callback'>>()(
  z.object({ success, type: z.literal('callback'), html: text, text, subject: text, trace }),
);

export const validationFailed = shapeOf<NotAccepted<'validation_failed'>>()(
  z.object({
    success: failure,
    type: z.literal('validation_failed'),
    error: text,
    field: text,
    id,
    trace,
  }),
);

export const sendFailed = shapeOf<NotAccepted<'send_failed'>>()(
  z.object({ success: failure, type: z.literal('send_failed'), error: text, id, trace }),
);

export const flowError = shapeOf<NotAccepted<'flow_error'>>()(
  z.object({ success: failure, type: z.literal('flow_error'), error: text, id, trace }),
);

/** Every outcome. An outcome that is in the flow's type and not here is a type error. */
export const outcome = shapeOf<
  {
    [T in FlowOutcome['type']]: T extends Failure ? NotAccepted<T> : Outcome<T>;
  }[FlowOutcome['type']]
>()(
  z.discriminatedUnion('type', [
    sent,
    scheduled,
    callback,
    validationFailed,
    sendFailed,
    flowError,
  ]),
);

const flag = z.boolean();

export const verification = shapeOf<Verification>()(
  z.object({
    valid: flag,
    format: flag,
    domain: flag,
    mxRecords: flag,
    disposable: flag,
    role: flag,
  }),
);

export const verified = shapeOf<VerifyResponse>()(z.object({ email: z.string(), verification }));

const nullableText = z.nullable(text);

const deliveryStates = ['DELAYED', 'DELIVERED', 'BOUNCED', 'REJECTED', 'COMPLAINED'] as const;

export const messageRecipient = shapeOf<MessageRecipient>()(
  z.object({
    address: text,
    field: z.enum(['_to', '_cc', '_bcc']),
    state: z.nullable(z.enum(deliveryStates)),
    at: nullableText,
    reason: nullableText,
    suppressed: flag,
  }),
);

export const listedFile = shapeOf<ListedFile>()(z.object({ name: text, bytes: z.number() }));

export const copiedFile = shapeOf<CopiedFile>()(
  z.object({
    name: text,
    bytes: z.number(),
    type: text,
    sha256: text,
    cid: z.optional(text),
  }),
);

export const messageContent = shapeOf<MessageContent>()(
  z.object({
    subject: nullableText,
    html: nullableText,
    text: nullableText,
    variables: z.record(text, z.unknown()),
    links: z.array(text),
    headers: z.optional(z.record(text, text)),
    attachments: z.optional(z.readonly(z.array(copiedFile))),
  }),
);

const messageState = z.enum([
  ...(['SCHEDULED', 'CANCELLED', 'SENDING', 'SENT'] as const),
  ...(['FAILED', 'UNKNOWN', 'REFUSED'] as const),
  ...deliveryStates,
]);

export const message = shapeOf<Message>()(
  z.object({
    id: text,
    messageId: nullableText,
    reference: nullableText,
    templateId: text,
    revision: z.number(),
    language: nullableText,
    state: messageState,
    createdAt: text,
    sendAt: nullableText,
    recipients: z.array(messageRecipient),
    why: text,
    error: z.optional(text),
    field: z.optional(text),
    attachments: z.optional(z.readonly(z.array(listedFile))),
    content: z.nullable(messageContent),
  }),
);

export const messages = shapeOf<Messages>()(
  z.object({ messages: z.array(message), more: z.optional(z.literal(true)) }),
);

export const tooLate = shapeOf<TooLate>()(z.object({ id: text, state: messageState }));

export const cancelled = shapeOf<Cancelled>()(
  z.object({
    cancelled: z.array(text),
    tooLate: z.array(tooLate),
    more: z.optional(z.literal(true)),
  }),
);

export const refusedMessage = shapeOf<RefusedMessage>()(
  z.object({ success: failure, type: z.literal('refused'), status: z.number(), error: text }),
);

export const batchEntry = shapeOf<BatchEntry>()(
  z.union([scheduled, validationFailed, sendFailed, flowError, refusedMessage]),
);

export const batch = shapeOf<Batch>()(z.object({ messages: z.array(batchEntry) }));

/** Every answer with a status other than 200. */
export const refused = z.object({ error: z.string() });
