import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import {
  createdWebhook,
  type Delivery,
  delivery,
  type NewWebhook,
  resentEvents,
  rotatedWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookResend,
  webhook,
  webhookDelivery,
  webhookEventBody,
} from '../../../functions/manage/contracts/webhooks.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { messageKey } from './messages.ts';
import { itemsOf, useChanging, useRead } from './use-read.ts';

const queryKey = ['webhooks'];

const webhookPage = pageOf(webhook);
const deliveryPage = pageOf(webhookDelivery);

const pathOf = (id: string) => `/webhooks/${encodeURIComponent(id)}`;

const list = {
  queryKey: [...queryKey, 'list'],
  path: '/webhooks',
  answer: webhookPage,
  select: itemsOf<Webhook>,
};

// Read again every 15 seconds, because a webhook may begin to fail.
export function useWebhooks() {
  return useRead({ ...list, refetchInterval: 15_000 });
}

/** How many do not get their events, except those that a user paused. Read again each minute. */
export function useBrokenWebhooks(): number {
  const { data = [] } = useRead({ ...list, staleTime: 60_000, refetchInterval: 60_000 });
  return data.filter(isBroken).length;
}

export function isBroken({ state, pausedBecause, failingSince }: Webhook): boolean {
  return state === 'paused' ? pausedBecause !== 'asked' : failingSince !== null;
}

export function useWebhookDeliveries(id: string) {
  return useRead({
    queryKey: [...queryKey, 'deliveries', id],
    path: `${pathOf(id)}/deliveries`,
    answer: deliveryPage,
    select: itemsOf,
    refetchInterval: 15_000,
  });
}

export function useEventBody(id: string, messageId: string, eventId: string, enabled: boolean) {
  return useRead({
    queryKey: ['webhook-event', messageId, eventId],
    path: `${pathOf(id)}/events/${messageId}/${encodeURIComponent(eventId)}`,
    answer: webhookEventBody,
    retry: false,
    enabled,
  });
}

/** Returns the receiver's answer to a first test event. Only `onSecret` gets the secret. */
export function useAddWebhook(onSecret: (secret: string) => void) {
  return useChanging(async (body: NewWebhook): Promise<Delivery> => {
    const { secret, delivery } = await call('/webhooks', createdWebhook, { method: 'POST', body });
    onSecret(secret);
    return delivery;
  }, queryKey);
}

/** Returns the time at which the old secret expires. Only `onSecret` gets the new one. */
export function useRotateWebhook(onSecret: (secret: string) => void) {
  return useChanging(async (id: string): Promise<string> => {
    const { secret, oldUntil } = await call(`${pathOf(id)}/rotate`, rotatedWebhook, {
      method: 'POST',
    });
    onSecret(secret);
    return oldUntil;
  }, queryKey);
}

export function useChangeWebhook() {
  return useChanging(
    ({ id, ...body }: WebhookChange & { id: string }) =>
      call(pathOf(id), webhook, { method: 'PATCH', body }),
    queryKey,
  );
}

export function useDeleteWebhook() {
  return useChanging(
    (id: string) => callForEmptyAnswer(pathOf(id), { method: 'DELETE' }),
    queryKey,
  );
}

export function useTestWebhook() {
  return useMutation({
    mutationFn: (id: string) => call(`${pathOf(id)}/test`, delivery, { method: 'POST' }),
  });
}

/** Returns the receiver's answer. Afterwards the page also reads its message again. */
export function useResend(id: string) {
  const queries = useQueryClient();
  return useChanging(async (body: WebhookResend) => {
    const sent = await call(`${pathOf(id)}/resend`, resentEvents, { method: 'POST', body });
    void queries.invalidateQueries({ queryKey: messageKey(body.messageId) });
    return sent;
  }, queryKey);
}
