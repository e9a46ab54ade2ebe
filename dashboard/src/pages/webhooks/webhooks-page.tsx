import './webhooks.css';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { isBroken, useTestWebhook, useWebhooks } from '../../api/webhooks.ts';
import { Copyable } from '../../parts/copy.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { SmallButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { DeliveryAlert, WebhookTrouble } from './webhook-alerts.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { AddWebhook, DeleteWebhook, EditWebhook, RotateWebhook } from './webhook-dialogs.tsx';
import { type WebhookQuestion, WebhookTable } from './webhook-table.tsx';

export function Component() {
  const webhooks = useWebhooks();
  const { hash } = useLocation();
  const [isAdding, setAdding] = useState(false);
  useAskedForNew(() => setAdding(true));
  const [asked, setAsked] = useState<WebhookQuestion | null>(null);
  const dialog = (about: WebhookQuestion['about']) => ({
    webhook: asked?.about === about ? asked.webhook : null,
    onClose: () => setAsked(null),
  });
  return (
    <Page
      title="Webhooks"
      lead="Addresses of your servers that get an event, as a signed POST request, whenever the state of a message changes."
      actions={
        <Allowed to="administer">
          <Button onClick={() => setAdding(true)}>Add webhook</Button>
        </Allowed>
      }
    >
      <Loaded query={webhooks} what="The webhooks could not be loaded" wait={<RowsWait rows={3} />}>
        {(all) => {
          if (all.length === 0) return noWebhooks;
          const chosen = all.find(({ id }) => hash === `#${id}`) ?? all.find(isBroken) ?? all[0];
          return (
            <>
              <WebhookTable webhooks={all} chosen={chosen} onAsk={setAsked} />
              {chosen && <WebhookDetail key={chosen.id} webhook={chosen} />}
            </>
          );
        }}
      </Loaded>
      <AddWebhook opened={isAdding} onClose={() => setAdding(false)} />
      <EditWebhook {...dialog('edit')} />
      <RotateWebhook {...dialog('rotate')} />
      <DeleteWebhook {...dialog('delete')} />
    </Page>
  );
}

const noWebhooks = (
  <Empty title="No webhooks yet">
    Add the address of a server of yours, and it learns of each delivery, bounce and complaint
    within seconds.
  </Empty>
);

/** The chosen webhook, below the table; `#ID` in the address leads to it. */
function WebhookDetail({ webhook }: { webhook: Webhook }) {
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
          <Allowed to="operate">
            <SmallButton
              loading={test.isPending}
              onClick={() => test.mutate(id)}
              aria-label={`Send a test event to ${url}`}
            >
              Send a test event
            </SmallButton>
          </Allowed>
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
