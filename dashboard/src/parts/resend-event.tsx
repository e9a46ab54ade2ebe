import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useResend } from '../api/webhooks.ts';
import { deliveryWords } from './delivery-words.ts';
import { Allowed } from './may.tsx';

interface ResendEventProps {
  webhookId: string;
  messageId: string;
  eventId: string;
  /** `bounced of message 01KQ…`. */
  which: string;
}

export function ResendEvent({ webhookId, messageId, eventId, which }: ResendEventProps) {
  const resend = useResend(webhookId);
  // `mutate` calls no callbacks after the event has left the page. A promise still settles then.
  const send = () =>
    resend.mutateAsync({ messageId, eventId }).then(
      ({ events: [first] }) => {
        if (!first) return;
        const title = first.error === null ? 'The event was sent again' : 'It failed again';
        const color = first.error === null ? 'teal' : 'red';
        notifications.show({ title, message: deliveryWords(first), color });
      },
      ({ message }: Error) =>
        notifications.show({ title: 'The event was not sent again', message, color: 'red' }),
    );
  return (
    <Allowed to="operate">
      <Button
        variant="subtle"
        size="compact-sm"
        loading={resend.isPending}
        onClick={() => void send()}
        aria-label={`Send the event again: ${which}`}
      >
        Send the event again
      </Button>
    </Allowed>
  );
}
