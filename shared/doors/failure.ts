import * as z from 'zod/mini';
import { Refusal } from '../engine/errors.ts';

/**
 * Why a request got no mail accepted, in the kinds that doors tell apart. `missing`: a field that the door itself needs.
 * `from`: another sender than the flow's. `failed`: the provider or the flow. `reused`: an Idempotency-Key.
 */
export type FailureKind =
  | 'missing'
  | 'invalid'
  | 'from'
  | 'attachment'
  | 'idempotencyKey'
  | 'forbidden'
  | 'notFound'
  | 'running'
  | 'tooLarge'
  | 'mediaType'
  | 'reused'
  | 'failed'
  | 'notReady'
  | 'internal';

export interface Failure {
  kind: FailureKind;
  /** The public sentence. */
  error: string;
}

/** What a door refuses by itself: the handler is not called, and nothing is recorded. */
export class DoorRefusal extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, sentence: string) {
    super(sentence);
    this.name = 'DoorRefusal';
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

export type V1Result = z.output<typeof v1Result>;

/** Why `/v1` accepted no mail; null if it did. `callback` counts as accepted. */
export function failureOf(status: number, result: V1Result): Failure | null {
  if (status === 200 && result.success !== false) return null;
  return { kind: kindOf(result.status ?? status, result), error: result.error ?? '' };
}

const kindsByStatus: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'notFound',
  409: 'running',
  413: 'tooLarge',
  415: 'mediaType',
  422: 'reused',
  503: 'notReady',
};

const kindsByField: Readonly<Record<string, FailureKind>> = {
  from: 'from',
  _attachments: 'attachment',
};

function kindOf(status: number, { type, field = '' }: V1Result): FailureKind {
  if (status !== 200) return kindsByStatus[status] ?? 'internal';
  if (type !== 'validation_failed') return 'failed';
  return (Object.hasOwn(kindsByField, field) && kindsByField[field]) || 'invalid';
}

/** The failure that a door's own error stands for. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof DoorRefusal) return { kind: error.kind, error: error.message };
  if (!(error instanceof Refusal)) return { kind: 'internal', error: 'Internal server error' };
  const kind = error.code === 'badIdempotencyKey' ? 'idempotencyKey' : kindOf(error.status, {});
  return { kind, error: error.message };
}
