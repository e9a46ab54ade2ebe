/** The id of the template that a branch of the flow led to; absent if none did. */
type OtherTemplate = { readonly templateId?: string | undefined };

/** The answers of execute (spec §4.2), and `scheduled`, which only a request with `_sendAt` gets. */
export type FlowOutcome =
  | ({ readonly success: true; readonly type: 'sent'; readonly messageId: string } & OtherTemplate)
  | ({
      readonly success: true;
      readonly type: 'scheduled';
      /** postrider's id of the message. */
      readonly id: string;
      /** ISO 8601, in UTC. */
      readonly sendAt: string;
    } & OtherTemplate)
  | ({
      readonly success: true;
      readonly type: 'callback';
      readonly html: string;
      readonly text: string;
      readonly subject: string;
    } & OtherTemplate)
  | {
      readonly success: false;
      readonly type: 'validation_failed';
      readonly error: string;
      /** The offending input: a variable's name or a delivery field such as `_to`. */
      readonly field: string;
    }
  | { readonly success: false; readonly type: 'send_failed'; readonly error: string }
  | { readonly success: false; readonly type: 'flow_error'; readonly error: string };

export function validationFailed(field: string, error: string): FlowOutcome {
  return { success: false, type: 'validation_failed', error, field };
}

export function flowError(error: string): Extract<FlowOutcome, { type: 'flow_error' }> {
  return { success: false, type: 'flow_error', error };
}

/** The answer if `readPlan` cannot read the stored plan. */
export const unreadableFlow = flowError(
  'The stored flow cannot be read by this version of the service, save the template again',
);
