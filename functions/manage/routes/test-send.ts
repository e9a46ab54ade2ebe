import { runSend } from '../../../shared/deadline.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { sendTest } from '../../../shared/manage/test-send.ts';
import { idempotencyHeader, replayedHeader } from '../../../shared/message/idempotency-key.ts';
import { dashboardKeyId } from '../../../shared/message/message.ts';
import { type TestSent, testSend } from '../contracts/test-send.ts';
import type { DashboardPorts } from '../ports.ts';
import { fieldProblems, invalid, ProblemError } from '../problems.ts';
import { rendered } from '../rendering-problems.ts';
import { type Route, route } from '../route.ts';
import { toUnsavedDraft } from '../shown-template.ts';

/** `/templates/{id}/test-send` */
export const testSendRoutes = ({ send }: DashboardPorts): Route[] => [
  route('POST', '/templates/:id/test-send', async (request) => {
    const idempotencyKey = request.header(idempotencyHeader);
    if (idempotencyKey === undefined) {
      throw invalid({ pointer: '', detail: 'The header Idempotency-Key is required' });
    }
    const { to, data, draft, attachments } = request.body(testSend);
    const id = request.part('id');
    const wanted = {
      accountId: request.caller.accountId,
      templateId: id,
      requestId: request.requestId,
      to,
      data,
      draft: draft && toUnsavedDraft({ ...draft, id }),
      attachments,
      idempotencyKey,
    };
    const parts = draft === null ? '' : '/draft';
    const sending = runSend(() => sendTest(wanted, send)).catch((thrown) => refused(thrown, parts));
    const { messageId, error, repeated } = await rendered(sending, { parts, data });
    if (error !== null) throw new ProblemError('send_failed', { detail: error });
    const body: TestSent = { messageId };
    if (repeated) return { status: 200, body, headers: { [replayedHeader]: 'true' } };
    return { status: 200, body, sent: { keyId: dashboardKeyId, templateId: id, messageId } };
  }),
];

/** Throws the error again. The problems of a draft get pointers below `/draft`, where this body has its parts. */
function refused(thrown: unknown, parts: string): never {
  if (!(thrown instanceof ManageError) || thrown.code !== 'invalid') throw thrown;
  throw invalid(...fieldProblems(thrown.details, { parts }));
}
