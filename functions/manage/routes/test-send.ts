import { ManageError } from '../../../shared/manage/manage-error.ts';
import { sendTest } from '../../../shared/manage/test-send.ts';
import { idempotencyHeader, replayedHeader } from '../../../shared/message/idempotency-key.ts';
import type { Answer } from '../answer.ts';
import { type TestSent, testSend } from '../contracts/test-send.ts';
import type { DashboardPorts } from '../ports.ts';
import { invalid, ProblemError } from '../problem-error.ts';
import { fieldProblems } from '../problems.ts';
import { rendered } from '../rendering-problems.ts';
import type { Resource } from '../resource.ts';

/** `/templates/{id}/test-send` */
export const testSendResources = ({ send }: DashboardPorts): Resource[] => [
  {
    path: '/templates/:id/test-send',
    methods: {
      post: async (asked): Promise<Answer> => {
        const idempotencyKey = asked.header(idempotencyHeader);
        if (idempotencyKey === undefined) {
          throw invalid({ pointer: '', detail: 'The header Idempotency-Key is required' });
        }
        const { to, data, draft } = asked.body(testSend);
        const { caller, requestId } = asked;
        const request = {
          accountId: caller.accountId,
          templateId: asked.part('id'),
          requestId,
          to,
          data,
          draft,
          idempotencyKey,
        };
        const parts = draft === null ? '' : '/draft';
        const sending = sendTest(request, send).catch((thrown) => refused(thrown, parts));
        const { messageId, error, repeated } = await rendered(sending, { parts, data });
        if (error !== null) throw new ProblemError('send_failed', { detail: error });
        const body: TestSent = { messageId };
        return { status: 200, body, ...(repeated && { headers: { [replayedHeader]: 'true' } }) };
      },
    },
  },
];

/** The parts of a draft stand deeper in this body than in others. */
function refused(thrown: unknown, parts: string): never {
  if (!(thrown instanceof ManageError) || thrown.code !== 'invalid') throw thrown;
  throw invalid(...fieldProblems(thrown.details, { parts }));
}
