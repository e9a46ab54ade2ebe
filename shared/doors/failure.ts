import * as z from 'zod/mini';
import { rawTemplate } from '../engine/doors.ts';
import { Refusal, refusals } from '../engine/errors.ts';

/**
 * Why a request got no mail accepted: a status of `/v1`, or a word where that is 200 or says less than other APIs do.
 * `missing`: a field that the door itself needs. `from`: another sender than the flow's.
 */
export type FailureKind =
  | number
  | 'missing'
  | 'idempotencyKey'
  | 'from'
  | '_attachments'
  | 'send_failed'
  | 'flow_error';

export interface Failure {
  kind: FailureKind;
  /** The public sentence. */
  error: string;
}

/** What a door refuses by itself, which `/v1` would call a wrong field: no use case runs, and nothing is recorded. */
export class DoorRefusal extends Refusal {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, sentence: string) {
    super('wrongType', sentence);
    this.kind = kind;
  }
}

/** The part of an answer of `/v1`, or of an entry of a batch's, that doors read. */
export const v1Result = z.object({
  success: z.optional(z.boolean()),
  type: z.optional(z.string()),
  /** Of an entry that was refused before its flow ran. */
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  field: z.optional(z.string()),
  /** postrider's id of a batch's message. */
  id: z.optional(z.string()),
});

type V1Result = z.output<typeof v1Result>;

/** What was asked of `/v1`. */
export interface Asked {
  body: { templateId?: string; [field: string]: unknown };
  /** Whether the template is `raw` because the request named none. */
  isRaw?: boolean;
}

const noRawTemplate = `This account takes no HTML of its own: it has no template ${rawTemplate}. Name a stored template, or push a template ${rawTemplate}`;

/** Why `/v1` did not do what was asked; null if it did. An account without the template `raw` takes no raw mails. */
export function failureOf(
  status: number,
  result: V1Result,
  { body: { templateId = '' }, isRaw }: Asked,
): Failure | null {
  if (result.type === 'callback')
    return { kind: 400, error: refusals.flowDoesNotSend.sentence(templateId) };
  if (status === 200 && result.success !== false) return null;
  const kind = kindOf(result.status ?? status, result);
  if (kind === 404 && isRaw) return { kind: 400, error: noRawTemplate };
  return { kind, error: result.error ?? '' };
}

function kindOf(status: number, { type, field }: V1Result): FailureKind {
  if (status !== 200) return status;
  if (type !== 'validation_failed') return type === 'send_failed' ? type : 'flow_error';
  return field === 'from' || field === '_attachments' ? field : 400;
}

/** The failure that a door's own error stands for. */
export function failureFrom(error: unknown): Failure {
  if (!(error instanceof Refusal)) return { kind: 500, error: refusals.internal.sentence() };
  const { code, status, message } = error;
  if (error instanceof DoorRefusal) return { kind: error.kind, error: message };
  return { kind: code === 'badIdempotencyKey' ? 'idempotencyKey' : status, error: message };
}
