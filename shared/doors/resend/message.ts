import * as z from 'zod/mini';
import type { MessageState } from '../../message/message.ts';
import { type Door, ok } from '../door.ts';
import { resend, resendError } from './errors.ts';

/** Resend's word for each state. postrider does not track, so none is `opened` or `clicked`. */
const lastEvents: Record<MessageState, string> = {
  SCHEDULED: 'scheduled',
  SENDING: 'queued',
  SENT: 'sent',
  DELIVERED: 'delivered',
  DELAYED: 'delivery_delayed',
  BOUNCED: 'bounced',
  COMPLAINED: 'complained',
  CANCELLED: 'canceled',
  FAILED: 'failed',
  REJECTED: 'failed',
  REFUSED: 'failed',
  UNKNOWN: 'failed',
};

const nullable = z.nullable(z.string());

/** What the door reads of `/v1/message`'s answer. */
const found = z.object({
  messages: z.tuple([
    z.object({
      id: z.string(),
      messageId: nullable,
      reference: nullable,
      state: z.enum(Object.keys(lastEvents) as MessageState[]),
      createdAt: z.string(),
      sendAt: nullable,
      recipients: z.array(z.object({ address: z.string(), field: z.string() })),
      content: z.nullable(z.object({ subject: nullable, html: nullable, text: nullable })),
    }),
  ]),
});

export const resendMessage: Door = {
  ...resend,
  resource: '/resend/emails/{id}',
  toV1: ({ pathParameters }) => [
    {
      body: { id: pathParameters?.id },
      reply: (told) => ok(emailOf(found.parse(told).messages[0])),
    },
  ],
};

type Found = z.output<typeof found>['messages'][0];

function emailOf({ recipients, content, reference, ...message }: Found): object {
  const inField = (field: string) => {
    const of = recipients.filter((each) => each.field === field).map(({ address }) => address);
    return of.length === 0 ? null : of;
  };
  return {
    object: 'email',
    id: message.id,
    message_id: message.messageId ?? '',
    to: inField('_to') ?? [],
    cc: inField('_cc'),
    bcc: inField('_bcc'),
    reply_to: null,
    from: '',
    subject: content?.subject ?? '',
    html: content?.html ?? null,
    text: content?.text ?? null,
    created_at: message.createdAt,
    scheduled_at: message.sendAt,
    last_event: lastEvents[message.state],
    tags: reference === null ? [] : [{ name: 'reference', value: reference }],
  };
}

/** What the door reads of `/v1/cancel`'s answer. */
const ended = z.object({ tooLate: z.array(z.object({ state: z.string() })) });

/** The body of a request is ignored. */
export const resendCancel: Door = {
  ...resend,
  resource: '/resend/emails/{id}/cancel',
  toV1: ({ pathParameters }) => {
    const id = pathParameters?.id;
    const reply = (told: unknown) => {
      const [late] = ended.parse(told).tooLate;
      if (late === undefined) return ok({ object: 'email', id });
      const error = `The message is ${late.state}: it is too late to cancel it`;
      return resendError({ kind: 400, error });
    };
    return [{ body: { id }, reply }];
  },
};
