import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useTestWebhook } from '../../api/webhooks.ts';
import { Copyable } from '../../parts/copy.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { DeliveryAlert, WebhookTrouble } from './webhook-alerts.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

/** The chosen webhook, below the table; `#ID` in the address leads to it. */
export function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const { id, url } = webhook;
  const test = useTestWebhook();
  const place = useRef<HTMLDivElement>(null);
  const isTarget = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (isTarget) place.current?.focus();
  }, [isTarget]);
  return (
    <div ref={place} tabIndex={-1} className="webhook-detail">
      <Section
        title="Deliveries"
        lead={
          <>
            <span className="copyable">{url}</span>
            <Copyable text={id} what="id of the webhook" />
          </>
        }
        actions={
          <Button
            variant="default"
            size="xs"
            loading={test.isPending}
            onClick={() => test.mutate(id)}
            aria-label={`Send a test event to ${url}`}
          >
            Send a test event
          </Button>
        }
      >
        <WebhookTrouble webhook={webhook} />
        {test.data && <DeliveryAlert delivery={test.data} onClose={test.reset} />}
        {test.error && <ProblemAlert error={test.error} what="The test event was not sent" />}
        <WebhookDeliveries webhook={webhook} />
      </Section>
    </div>
  );
}
