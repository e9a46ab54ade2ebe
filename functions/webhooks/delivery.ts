import * as z from 'zod/mini';
import type { EndpointPlace } from '../../shared/webhook/endpoint.ts';

/** An event for an endpoint, as the queue gives it, or as it is parked. */
export interface Delivery extends EndpointPlace {
  eventId: string;
  /** It is sent as it is. */
  event: { type: string; timestamp: string; data: { id?: string | undefined } };
  /** The number of tries before. */
  attempt: number;
  /** ISO 8601, since when it is parked. Absent if it is not parked. */
  waitingSince?: string | undefined;
}

export const delivery = z.object({
  accountId: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  event: z.looseObject({
    type: z.string(),
    timestamp: z.string(),
    data: z.looseObject({ id: z.optional(z.string()) }),
  }),
  attempt: z.int(),
  waitingSince: z.optional(z.string()),
});

/** A wake-up of the parked events of an endpoint. It does nothing if the endpoint has a newer `wakeAt`. */
export const wakeUp = z.object({
  accountId: z.string(),
  endpointId: z.string(),
  wakeAt: z.string(),
});

export type WakeUp = z.output<typeof wakeUp>;
