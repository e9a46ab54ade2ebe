import * as z from 'zod/mini';
import type * as batch from '../../functions/batch/contract.ts';
import type { FlowOutcome } from '../../shared/engine/flow/outcome.ts';
import type * as trace from '../../shared/engine/flow/trace.ts';
import { maxRenderedBytes, maxSubjectCharacters } from '../../shared/engine/limits.ts';
import { answer, field, nullableText, number, optionalText, text, union } from './fields.ts';

export const html = text('The rendered HTML, without any `{{`.', { maxLength: maxRenderedBytes });
export const subject = text('The rendered subject, on one line.', {
  maxLength: maxSubjectCharacters,
});

const stepTypes = [
  'variables',
  'delivery',
  'verification',
  'branch',
  'template',
  'attachments',
  'provider',
  'callback',
] as const;

const stepOutcomes = [
  'applied',
  'passed',
  'failed',
  'taken',
  'not_taken',
  'rendered',
  'returned',
  'sent',
  'scheduled',
  'not_sent',
  'refused',
  'unknown',
  'misconfigured',
] as const satisfies readonly trace.StepOutcome[];

export const TraceStep = answer<trace.TraceStep>()(
  'One step of a flow. It never holds a value or an address.',
  {
    node: nullableText('The node’s id; `null` if the flow has no node for the step.'),
    type: field(z.enum(stepTypes))(
      'The node’s type; `delivery` is the reading of the delivery fields, `attachments` that of the files.',
    ),
    outcome: field(z.enum(stepOutcomes))('The result of the step.'),
    ms: number('The duration of the step, in milliseconds.'),
    warnings: field(z.optional(z.readonly(z.array(z.string()))))(
      'Only where there are some: likely mistakes, such as a picture in the HTML that no attachment is.',
    ),
  },
);

type Failure = Extract<FlowOutcome, { success: false }>['type'];

type Outcome<T extends FlowOutcome['type']> = Extract<FlowOutcome, { type: T }> & {
  trace?: readonly trace.TraceStep[] | undefined;
};

const succeeded = field(z.literal(true))('Whether the flow reached its output.');
const failed = field(z.literal(false))('Whether the flow reached its output.');
const typeIs = <T extends string>(type: T) =>
  field(z.literal(type))('Which of the outcomes this is.');
const steps = field(z.optional(z.readonly(z.array(TraceStep.schema))))(
  'Only with `_trace: true`: the steps of the flow, in order.',
);
const id = optionalText(
  'Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.',
);

const templateId = optionalText(
  'Only if a branch of the flow led to another template: the id of that template, whose content the mail has.',
);

export const Sent = answer<Outcome<'sent'>>()('SES accepted the mail.', {
  success: succeeded,
  type: typeIs('sent'),
  messageId: text('The id that SES gave the mail.'),
  templateId,
  trace: steps,
});

export const Scheduled = answer<Outcome<'scheduled'>>()(
  'The mail was accepted and will be sent at `sendAt`. Only a request with `_sendAt`, or a message of a batch, gets this outcome. Everything was checked as for a mail that is sent now.',
  {
    success: succeeded,
    type: typeIs('scheduled'),
    id: text('postrider’s id of the message, as in the header `x-message-id`.'),
    sendAt: text('When the mail is sent: RFC 3339, in UTC.'),
    templateId,
    trace: steps,
  },
);

export const Callback = answer<Outcome<'callback'>>()(
  'The flow returns the rendered mail; nothing was sent.',
  {
    success: succeeded,
    type: typeIs('callback'),
    html,
    text: text('The plain text of the mail.', { maxLength: maxRenderedBytes }),
    subject,
    templateId,
    trace: steps,
  },
);

export const ValidationFailed = answer<batch.NotAccepted<'validation_failed'>>()(
  'A verification failed, a delivery field is missing or bad, an address is suppressed, or a variable is missing. Nothing was sent.',
  {
    success: failed,
    type: typeIs('validation_failed'),
    error: text('The fault, in one sentence.'),
    field: text('The first offending input: a variable’s name, or a delivery field such as `_to`.'),
    id,
    trace: steps,
  },
);

export const SendFailed = answer<batch.NotAccepted<'send_failed'>>()(
  'SES refused the mail, or its answer was lost: then, and only then, `error` contains `may have been sent`.',
  {
    success: failed,
    type: typeIs('send_failed'),
    error: text('SES’s message, or that its answer was lost.'),
    id,
    trace: steps,
  },
);

export const FlowError = answer<batch.NotAccepted<'flow_error'>>()(
  'The deployment cannot run this flow: its sender is not an identity of the deployment, sending is switched off, or the stored flow cannot be read. Nothing was sent.',
  {
    success: failed,
    type: typeIs('flow_error'),
    error: text('What to fix, in one sentence.'),
    id,
    trace: steps,
  },
);

/** Every outcome. An outcome that is in the flow's type and not here is a type error. */
export const ExecuteOutcome = union<
  {
    [T in FlowOutcome['type']]: T extends Failure ? batch.NotAccepted<T> : Outcome<T>;
  }[FlowOutcome['type']]
>()(
  'One of six outcomes, distinguished by `type`. Check `success`: the status is 200 for all of them.',
  z.discriminatedUnion('type', [
    Sent.schema,
    Scheduled.schema,
    Callback.schema,
    ValidationFailed.schema,
    SendFailed.schema,
    FlowError.schema,
  ]),
);
