import { Alert, Text } from '@mantine/core';
import type { Delivery } from '../../../../functions/manage/contracts/webhooks.ts';
import { deliveryWords } from '../../parts/delivery-words.ts';

interface DeliveryAlertProps {
  /** What came back for a test event. */
  delivery: Delivery;
  onClose?: () => void;
}

/** What a receiver made of a test event. */
export function DeliveryAlert({ delivery, onClose }: DeliveryAlertProps) {
  const isAccepted = delivery.error === null;
  return (
    <Alert
      color={isAccepted ? 'teal' : 'red'}
      role="status"
      title={isAccepted ? 'The test event arrived' : 'The test event was not accepted'}
      {...(onClose && { withCloseButton: true, onClose, closeButtonLabel: 'Close' })}
    >
      <Text size="sm" className="copyable">
        {deliveryWords(delivery)}
      </Text>
    </Alert>
  );
}
