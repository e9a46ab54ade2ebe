import * as z from 'zod/mini';
import { parseAddress } from '../../../shared/engine/verify/address.ts';
import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { sendingChecks } from '../../../shared/manage/doctor/sending-checks.ts';
import { sendingPorts } from '../../../shared/manage/doctor/sending-ports.ts';
import { listSenders } from '../../../shared/manage/senders.ts';
import {
  addSuppression,
  addSuppressions,
  listSuppressions,
  removeSuppression,
  showRecipient,
} from '../../../shared/manage/suppression.ts';
import { isForgottenEntry } from '../../../shared/message/suppression.ts';
import {
  check,
  newSuppression,
  recipient,
  suppression,
  suppressionBatch,
  suppressionQuery,
} from '../contracts/sending.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { defaultLimit, fieldsOf, ok, placeOf, type Route, route, toPage } from '../route.ts';

const isAddress = (text: string) => parseAddress(text).ok;

/** Whether a text can be in the list: forgotten people are in it without their addresses. */
const isEntry = (text: string) => isAddress(text) || isForgottenEntry(text);

/** How long one check may take, in milliseconds. A slower check gets the status `unknown`. */
const limitMs = 5000;

/** `/suppressions`, `/suppressions/{address}`, `/recipients/{address}`, `/senders` and `/checks` */
export const sendingRoutes = ({
  manage,
  senders: settings,
  sesIdentity,
  setup,
}: DashboardPorts): Route[] => [
  route('GET', '/suppressions', async (request) => {
    const { limit = defaultLimit, cursor, ...wanted } = request.query(suppressionQuery);
    const page = { cursor: placeOf(cursor, isEntry), limit, ...wanted };
    const found = await listSuppressions(manage, request.accountId, page);
    return ok(toPage(fieldsOf(z.array(suppression), found.suppressions), found.nextCursor));
  }),
  route('POST', '/suppressions', async (request) => {
    const { address, note } = request.body(newSuppression);
    const wanted = { address, reason: note ?? undefined };
    const added = await addSuppression(request.as(manage), request.accountId, wanted);
    return { status: added.changed ? 201 : 200, body: fieldsOf(suppression, added.suppression) };
  }),
  route('POST', '/suppressions/batch', async (request) => {
    const { entries } = request.body(suppressionBatch);
    const wanted = entries.map(({ address, note }) => ({ address, reason: note ?? undefined }));
    return ok(await addSuppressions(request.as(manage), request.accountId, wanted));
  }),
  // An address may have a slash before its @.
  route('DELETE', '/suppressions/:address{.+}', async (request) => {
    const address = request.part('address');
    if (!isAddress(address)) throw new ProblemError('not_found');
    await removeSuppression(request.as(manage), request.accountId, address);
    return { status: 204 };
  }),
  route('GET', '/recipients/:address{.+}', async (request) => {
    const address = request.part('address');
    if (!isAddress(address)) throw new ProblemError('not_found');
    return ok(fieldsOf(recipient, await showRecipient(manage, request.accountId, address)));
  }),
  // All senders are on one page, because a deployment has few.
  route('GET', '/senders', async () => {
    const { region } = await setup.where();
    const { senders, fault } = await listSenders(settings.senders, sesIdentity, region);
    return { ...ok(toPage(senders, null)), fault };
  }),
  // Checks the deployment's setup for sending, as far as a Lambda function can.
  route('GET', '/checks', async () => {
    const checks = await runChecks(sendingChecks, sendingPorts(setup), limitMs);
    return ok(toPage(fieldsOf(z.array(check), checks), null));
  }),
];
