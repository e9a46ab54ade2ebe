import { runSend } from '../../../shared/deadline.ts';
import { Refusal, type RefusalCode } from '../../../shared/engine/errors.ts';
import { isDeliveryField, languageField } from '../../../shared/engine/flow/delivery.ts';
import { pointer } from '../../../shared/engine/flow/flow-error.ts';
import { typeName } from '../../../shared/http/contract.ts';
import { accountRecord } from '../../../shared/manage/accounts.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { branchProblems, findIn } from '../../../shared/manage/templates/branch-problems.ts';
import { flowProblems } from '../../../shared/manage/templates/compile-source.ts';
import { type DryDelivery, dryRun } from '../../../shared/manage/templates/dry-run.ts';
import { previewDraft } from '../../../shared/manage/templates/render-draft.ts';
import { sendTest } from '../../../shared/manage/test-send.ts';
import { replayedHeader } from '../../../shared/message/idempotency-key.ts';
import { dashboardKeyId } from '../../../shared/message/message.ts';
import { deliveryAddresses, suppressionAddress } from '../../../shared/message/suppression.ts';
import { rolesWith } from '../../../shared/people/roles.ts';
import { type FlowOutcome, type FlowVerdict, flowCheck, flowRun } from '../contracts/flow.ts';
import type { FieldProblem } from '../contracts/problem.ts';
import { renderDraft as draftBody, renderedDraft } from '../contracts/render.ts';
import { type TestSent, testSend } from '../contracts/test-send.ts';
import type { DashboardPorts } from '../ports.ts';
import { fieldProblems, invalid, notPermitted, ProblemError } from '../problems.ts';
import { idempotencyKeyOf } from '../request.ts';
import { fieldsOf, ok, type Route, route } from '../route.ts';
import { toUnsavedDraft } from '../shown-template.ts';
import { testAddresses } from './account.ts';

/** `/flow/check`, `/flow/run`, `/render` and `/templates/{id}/test-send` */
export const unsavedRoutes = ({
  flow: ports,
  manage,
  send,
  lookClients,
}: DashboardPorts): Route[] => [
  route('POST', '/flow/check', async (request) => {
    const { flow = null } = request.body(flowCheck);
    const problems = flow === null ? [] : await flowProblems(flow);
    const find = findIn(manage, request.accountId);
    const found = [...problems, ...(await branchProblems(flow, find))];
    return ok({
      problems: found.map(({ code, pointer = '', message: detail }) => ({
        pointer,
        detail,
        code,
      })),
    } satisfies FlowVerdict);
  }),
  route('POST', '/flow/run', async (request) => {
    const { data, delivery: given, ...body } = request.body(flowRun);
    const asRun = { draft: toUnsavedDraft(body), data, delivery: deliveryOf(given) };
    // Whether an address is suppressed is personal.
    const suppression = ports.suppression && request.may('personal');
    const ended = await rendered(dryRun(asRun, request.accountId, { ...ports, suppression }));
    if (!ended.ok) throw invalid(...fieldProblems(ended.problems));
    const { outcome, trace } = ended.run;
    const steps = trace.map((step) => ({ ...step }));
    return ok({ outcome: { ...outcome }, trace: steps } satisfies FlowOutcome);
  }),
  route('POST', '/render', async (request) => {
    const { data, within, places, ...body } = request.body(draftBody);
    const wanted = { draft: toUnsavedDraft({ ...body, flow: null }), data, within, places };
    const preview = previewDraft(manage, request.accountId, wanted, lookClients);
    const rendering = await rendered(preview);
    if (!rendering.ok) throw invalid(...fieldProblems(rendering.problems));
    return ok(fieldsOf(renderedDraft, rendering.rendered));
  }),
  route('POST', '/templates/:id/test-send', async (request) => {
    const idempotencyKey = idempotencyKeyOf(request);
    const { to, data, draft, attachments } = request.body(testSend);
    if (!request.may('publish')) {
      const account = await accountRecord(manage, request.accountId);
      const open = testAddresses(request.caller, account)?.map(suppressionAddress);
      if (!deliveryAddresses({ _to: to }).every((address) => open?.includes(address))) {
        const sentence = `Without the role ${rolesWith('publish')}, test mails go only to your own address and to the seed list`;
        throw notPermitted('publish', sentence);
      }
    }
    const id = request.part('id');
    const wanted = {
      accountId: request.accountId,
      templateId: id,
      requestId: request.requestId,
      to,
      data,
      draft: draft && toUnsavedDraft({ ...draft, id }),
      attachments,
      idempotencyKey,
    };
    const parts = draft === null ? '' : '/draft';
    const sending = runSend(() => sendTest(wanted, request.as(send))).catch((thrown) =>
      refused(thrown, parts),
    );
    const { messageId, error, repeated } = await rendered(sending, parts);
    if (error !== null) throw new ProblemError('send_failed', { detail: error });
    const body: TestSent = { messageId };
    if (repeated) return ok(body, { [replayedHeader]: 'true' });
    return { status: 200, body, sent: { keyId: dashboardKeyId, templateId: id, messageId } };
  }),
];

/** Reads the delivery fields of execute, and its language. Throws the problem `invalid` for any other field. */
function deliveryOf(given: Record<string, unknown>): DryDelivery {
  const errors: FieldProblem[] = [];
  const delivery: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const place = `/delivery${pointer(name)}`;
    if (!isDeliveryField(name) && name !== languageField) {
      errors.push({ pointer: place, detail: `${name} is not a known delivery field` });
    } else if (typeof value === 'string') delivery[name] = value;
    else if (value !== null) {
      const detail = `${name} must be a string, found ${typeName(value)}`;
      errors.push({ pointer: place, detail });
    }
  }
  if (errors.length > 0) throw invalid(...errors);
  return delivery;
}

/** Throws the error again, with the problems of a draft below `/draft`. */
function refused(thrown: unknown, parts: string): never {
  if (!(thrown instanceof ManageError) || thrown.code !== 'invalid') throw thrown;
  throw invalid(...fieldProblems(thrown.details, { parts }));
}

/** Awaits a rendering; throws `invalid` at its part or variable. `parts`: their JSON Pointer; default: the body. */
async function rendered<T>(rendering: Promise<T>, parts = ''): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    throw (error instanceof Refusal && withPlace(error, parts)) || error;
  }
}

function withPlace({ code, details, message }: Refusal, parts: string): ProblemError | null {
  // The sentence names the variable.
  if (valueRefusals.includes(code)) return invalid({ pointer: '/data', detail: message });
  if (code !== 'overLimit') return null;
  const [about] = details;
  const isPart = about === 'subject' || about === 'html' || about === 'text';
  return invalid({ pointer: isPart ? `${parts}/${about}` : '', detail: message });
}

/** The refusals of a variable's value. */
const valueRefusals: readonly RefusalCode[] = [
  'wrongType',
  'unsafeAddress',
  'unsafeStyle',
  'unsafePath',
  'unsafePort',
  'unsafeHostPart',
  'unsafeStep',
];
