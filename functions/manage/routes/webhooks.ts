import * as z from 'zod/mini';
import { listDeliveries } from '../../../shared/manage/webhooks/deliveries.ts';
import { eventsOf, resend } from '../../../shared/manage/webhooks/resend.ts';
import { sendTestEvent } from '../../../shared/manage/webhooks/send-event.ts';
import { listWebhookFailures } from '../../../shared/manage/webhooks/webhook-failures.ts';
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  showWebhook,
} from '../../../shared/manage/webhooks/webhooks.ts';
import {
  type CreatedWebhook,
  type Delivery,
  newWebhook,
  type RotatedWebhook,
  resentEvents,
  shownDeliveries,
  shownFailures,
  webhook,
  webhookChange,
  webhookDelivery,
  webhookFailure,
  webhookResend,
} from '../contracts/webhooks.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import type { ManageRequest } from '../request.ts';
import { fieldsOf, ok, type Route, route, toPage } from '../route.ts';

/** `/webhooks`: an account has at most 10, so that one page lists them all. */
export const webhookRoutes = ({ manage, webhooks: ports }: DashboardPorts): Route[] => [
  route('GET', '/webhooks', async (request) => {
    const webhooks = await listWebhooks(manage, request.accountId);
    const shown = webhooks.map((each) => told(request, each));
    return ok(toPage(fieldsOf(z.array(webhook), shown), null));
  }),
  route('POST', '/webhooks', async (request) => {
    const { accountId } = request;
    const { secret, ...added } = await addWebhook(
      request.as(ports),
      accountId,
      request.body(newWebhook),
    );
    const delivery = await sendTestEvent(request.as(ports), accountId, added.id);
    const body: CreatedWebhook = { ...fieldsOf(webhook, added), secret, delivery };
    return { status: 201, body };
  }),
  route('GET', '/webhooks/:webhookId', async (request) => {
    const found = await showWebhook(manage, request.accountId, request.part('webhookId'));
    return ok(fieldsOf(webhook, told(request, found)));
  }),
  route('PATCH', '/webhooks/:webhookId', async (request) => {
    const { accountId } = request;
    const id = request.part('webhookId');
    const { state, ...change } = request.body(webhookChange);
    const isEdit = state === undefined || Object.keys(change).length > 0;
    const edited = isEdit ? await editWebhook(request.as(ports), accountId, id, change) : null;
    const setState = state === 'active' ? resumeWebhook : pauseWebhook;
    const changed = edited && !state ? edited : await setState(request.as(manage), accountId, id);
    return ok(fieldsOf(webhook, changed));
  }),
  route('DELETE', '/webhooks/:webhookId', async (request) => {
    await deleteWebhook(request.as(manage), request.accountId, request.part('webhookId'));
    return { status: 204 };
  }),
  route('POST', '/webhooks/:webhookId/rotate', async (request) => {
    const { secret, oldUntil, ...rotated } = await rotateWebhook(
      request.as(manage),
      request.accountId,
      request.part('webhookId'),
    );
    return ok({ ...fieldsOf(webhook, rotated), secret, oldUntil } satisfies RotatedWebhook);
  }),
  route('POST', '/webhooks/:webhookId/test', async (request) => {
    const { accountId } = request;
    return ok(
      (await sendTestEvent(
        request.as(ports),
        accountId,
        request.part('webhookId'),
      )) satisfies Delivery,
    );
  }),
  route('GET', '/webhooks/:webhookId/failures', async (request) => {
    const { accountId } = request;
    const webhookId = request.part('webhookId');
    const found = await listWebhookFailures(manage, accountId, { webhookId }, shownFailures);
    const shown = found.map((failure) => told(request, failure));
    return ok(toPage(fieldsOf(z.array(webhookFailure), shown), null));
  }),
  route('GET', '/webhooks/:webhookId/deliveries', async (request) => {
    const webhookId = request.part('webhookId');
    const found = await listDeliveries(manage, request.accountId, webhookId, shownDeliveries);
    const shown = found.map((each) => told(request, each));
    return ok(toPage(fieldsOf(z.array(webhookDelivery), shown), null));
  }),
  route('GET', '/webhooks/:webhookId/events/:messageId/:eventId', async (request) => {
    const { accountId } = request;
    const [found] = await eventsOf(
      ports,
      accountId,
      request.part('messageId'),
      request.part('eventId'),
    );
    if (!found) throw new ProblemError('not_found');
    return ok({ body: { ...found.event } });
  }),
  route('POST', '/webhooks/:webhookId/resend', async (request) => {
    const webhookId = request.part('webhookId');
    const { messageId, eventId } = request.body(webhookResend);
    const events = await eventsOf(ports, request.accountId, messageId, eventId);
    const resent = await resend(request.as(ports), request.accountId, { events, webhookId });
    const ended = resent.map(({ status: lastStatus, error: given, ...event }) => {
      const { lastError: error } = told(request, { lastStatus, lastError: given });
      return { ...event, status: lastStatus, error };
    });
    return ok(fieldsOf(resentEvents, { events: ended }));
  }),
];

interface Tried {
  lastStatus: number | null;
  lastError: string | null;
}

/** How a try ended. A receiver's answer may quote an address, so without `personal` only its status is shown. */
function told<Ended extends Tried>(request: ManageRequest, ended: Ended): Ended {
  if (request.may('personal')) return ended;
  const { lastStatus, lastError } = ended;
  const isAnswered = lastStatus !== null && lastError !== null;
  return {
    ...ended,
    ...(isAnswered && { lastError: `answered ${lastStatus}` }),
    ...('answer' in ended && { answer: '' }),
  };
}
