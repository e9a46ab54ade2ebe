import { Alert, Text } from '@mantine/core';
import type { Delivery, Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { deliveryWords } from '../../parts/delivery-words.ts';
import { When } from '../../parts/when.tsx';
import { pausedWords } from './webhook-words.ts';

/** Draws nothing for a webhook that works. */
export function WebhookTrouble({ webhook }: { webhook: Webhook }) {
  const { state, pausedBecause, failingSince, failures, lastError, retryAt } = webhook;
  const last = lastError && (
    <Text size="sm" ff="monospace" className="copyable">
      Last error: {lastError}
    </Text>
  );
  if (state === 'paused') {
    return (
      <Alert color="gray" role="note">
        <Text size="sm">{pausedWords[pausedBecause ?? 'asked']}</Text>
        {last}
      </Alert>
    );
  }
  if (failingSince === null) return null;
  const tries = failures === 1 ? 'The last try' : `The last ${failures} tries`;
  return (
    <Alert
      color="red"
      role="note"
      title={
        <>
          {tries} failed. The first failed <When at={failingSince} span />.
        </>
      }
    >
      {last}
      <Text size="sm">
        {retryAt && (
          <>
            Next try: <When at={retryAt} span />.{' '}
          </>
        )}
        Each event is tried for three days. After three days without a success the webhook is
        paused.
      </Text>
    </Alert>
  );
}

export function DeliveryAlert(props: { delivery: Delivery; onClose?: () => void }) {
  const { delivery, onClose } = props;
  const isAccepted = delivery.error === null;
  return (
    <Alert
      color={isAccepted ? 'teal' : 'red'}
      role="status"
      title={isAccepted ? 'The test event arrived' : 'The test event was not accepted'}
      withCloseButton={onClose !== undefined}
      onClose={onClose}
      closeButtonLabel="Close"
    >
      <Text size="sm" className="copyable">
        {deliveryWords(delivery)}
      </Text>
    </Alert>
  );
}
