import { Button, Paper } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { useWebhooks } from '../../api/webhooks.ts';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { AddWebhook, DeleteWebhook, RotateWebhook } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';

export function Component() {
  const webhooks = useWebhooks();
  const [isAdding, setAdding] = useState(false);
  useAskedForNew(() => setAdding(true));
  const [rotating, setRotating] = useState<Webhook | null>(null);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  return (
    <Page
      title="Webhooks"
      lead="Addresses of your servers that get an event, as a signed POST request, whenever the state of a message changes."
      actions={<Button onClick={() => setAdding(true)}>Add webhook</Button>}
    >
      <Loaded query={webhooks} what="The webhooks could not be loaded">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No webhooks yet">
              Add the address of a server of yours, and it learns of each delivery, bounce and
              complaint within seconds.
            </Empty>
          ) : (
            <Paper withBorder component="ul" className="bare-list rows">
              {all.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onRotate={() => setRotating(webhook)}
                  onDelete={() => setDeleting(webhook)}
                />
              ))}
            </Paper>
          )
        }
      </Loaded>
      <AddWebhook opened={isAdding} onClose={() => setAdding(false)} />
      <RotateWebhook webhook={rotating} onClose={() => setRotating(null)} />
      <DeleteWebhook webhook={deleting} onClose={() => setDeleting(null)} />
    </Page>
  );
}
