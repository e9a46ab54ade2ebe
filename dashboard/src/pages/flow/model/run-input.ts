import * as z from 'zod/mini';

/** What somebody tries a flow with, as they type it. */
export interface RunInput {
  /** The variables, as JSON. */
  data: string;
  delivery: Readonly<Record<DeliveryField, string>>;
}

export const deliveryFields = ['_to', '_subject', '_replyTo', '_cc', '_bcc'] as const;

export type DeliveryField = (typeof deliveryFields)[number];

export function runInputOf(testData: Record<string, unknown>): RunInput {
  return {
    data: JSON.stringify(testData, null, 2),
    delivery: { _to: '', _subject: '', _replyTo: '', _cc: '', _bcc: '' },
  };
}

const object = z.record(z.string(), z.unknown());

/** The variables that were typed, or what is wrong with them. */
export function readData(text: string): { data: Record<string, unknown> } | { error: string } {
  if (text.trim() === '') return { data: {} };
  try {
    const read = object.safeParse(JSON.parse(text));
    return read.success
      ? { data: read.data }
      : { error: 'It must be a JSON object: {"name": "…"}' };
  } catch (error) {
    return {
      error: `This is no JSON yet: ${error instanceof Error ? error.message : 'unreadable'}`,
    };
  }
}

/** Only what was given: an empty field is not sent. */
export function givenDelivery(delivery: RunInput['delivery']): Record<string, string> {
  return Object.fromEntries(Object.entries(delivery).filter(([, value]) => value.trim() !== ''));
}
