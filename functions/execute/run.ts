import type { LoadedTemplate, LoadTemplate } from '../../shared/adapters/template-loader.ts';
import { refuse } from '../../shared/errors.ts';
import { unreadableFlow } from '../../shared/flow/outcome.ts';
import type { FlowPlan } from '../../shared/flow/plan.ts';
import type { FlowPorts } from '../../shared/flow/ports.ts';
import { type FlowRun, runFlow } from '../../shared/flow/run-flow.ts';
import type { Received } from '../../shared/http/endpoint.ts';
import type { Caller } from '../../shared/http/proxy.ts';
import { Reply } from '../../shared/http/reply.ts';
import { earlierAttempt } from '../../shared/message/earlier-attempt.ts';
import {
  idempotencyHeader,
  type KeyedRequest,
  readIdempotencyKey,
  replayedHeader,
} from '../../shared/message/idempotency-key.ts';
import type { Known } from '../../shared/message/message-store.ts';
import { parseDelivery, parseRecipient, type Recipients } from '../../shared/message/recipients.ts';
import { deliveryAddresses, suppressedField } from '../../shared/message/suppressed.ts';
import type { Suppression } from '../../shared/message/suppression.ts';
import { renderMail } from '../../shared/render/render-template.ts';
import type { DomainVerdict } from '../../shared/verify/domain-verdict.ts';
import { type Answers, answersTo } from './answers.ts';
import { type ExecuteRequest, isExecuteField } from './contract.ts';
import { RecordedSend, type RecordedSendPorts } from './recorded-send.ts';

export interface ExecutePorts extends RecordedSendPorts {
  loadTemplate: LoadTemplate;
  /** Why this deployment cannot send from an address; null where it can. */
  senderProblem: (from: string) => string | null;
  /** The verdict on a domain in lower-case A-labels. */
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  /** Whether suppressed addresses are refused. */
  suppression: boolean;
  /** A new message's id: its order is the order of time. */
  newMessageId: (nowMs: number) => string;
  /** A new token of an attempt. */
  newOwner: () => string;
  /** Milliseconds, for the trace alone. */
  now: () => number;
}

/**
 * Runs the flow of a stored template of the caller's account. A request with an Idempotency-Key that
 * was answered before gets that answer again.
 *
 * Throws the refusals `unknownDeliveryField`, `badIdempotencyKey`, `idempotencyKeyReused`,
 * `idempotencyKeyRunning`, `templateNotFound`, `noDnsAnswer` and those of rendering (`wrongType`,
 * `overLimit`); everything else is an outcome.
 */
export async function execute(
  request: ExecuteRequest,
  caller: Caller,
  received: Received,
  ports: ExecutePorts,
): Promise<Reply> {
  refuseUnknownDeliveryFields(request);
  const { accountId } = caller;
  const keyed = readIdempotencyKey(received.header(idempotencyHeader), received.body);
  const [template, known] = await Promise.all([
    ports.loadTemplate(accountId, request.templateId),
    readKnown(request, accountId, keyed, ports),
  ]);
  const answers = answersTo(request);
  const earlier = await earlierOf(known, accountId, keyed, { answers, ports });
  if (earlier.outcome === 'answered') return repeated(earlier);
  if (template === null) throw refuse('templateNotFound');
  if (template.plan === null) return new Reply(answers.write(unreadableFlow, []));
  const origin = {
    ...caller,
    requestId: received.requestId,
    templateId: request.templateId,
    revision: template.revision,
    messageId: earlier.messageId ?? ports.newMessageId(ports.epochMs()),
    owner: ports.newOwner(),
  };
  const send = new RecordedSend({ origin, keyed, takesOver: earlier.takesOver, answers }, ports);
  const work = { request, template, suppressed: known.suppressed, send };
  return send.answer(await run(template.plan, work, ports));
}

/** A typo in `_replyTo` must not pass silently. */
function refuseUnknownDeliveryFields(request: ExecuteRequest): void {
  for (const name of Object.keys(request)) {
    if (name.startsWith('_') && !isExecuteField(name)) throw refuse('unknownDeliveryField', name);
  }
}

/** Asked beside the template. Fields that the flow would refuse, if it has them at all, are not looked up. */
function readKnown(
  request: ExecuteRequest,
  accountId: string,
  keyed: KeyedRequest | null,
  { store, suppression }: ExecutePorts,
): Promise<Known> {
  const addresses = suppression && parseDelivery(request).ok ? deliveryAddresses(request) : [];
  return store.readClaimAndSuppressed(accountId, keyed?.keyHash ?? null, addresses);
}

async function earlierOf(
  { claim }: Known,
  accountId: string,
  keyed: KeyedRequest | null,
  { answers, ports }: { answers: Answers; ports: ExecutePorts },
) {
  if (keyed === null) return { outcome: 'free', takesOver: null, messageId: null } as const;
  const request = { ...keyed, accountId, nowMs: ports.epochMs() };
  return earlierAttempt(claim, request, { write: answers.writeFound, store: ports.store });
}

function repeated({ answer, messageId }: { answer: string; messageId: string }): Reply {
  return new Reply(answer, { outcome: 'repeated', messageId }, { [replayedHeader]: 'true' });
}

interface Work {
  request: ExecuteRequest;
  template: LoadedTemplate;
  suppressed: readonly Suppression[];
  send: RecordedSend;
}

function run(
  plan: FlowPlan,
  { request, template: { compiled }, suppressed, send }: Work,
  { senderProblem, lookupDomain, now }: ExecutePorts,
): Promise<FlowRun> {
  const flowPorts: FlowPorts<Recipients> = {
    senderProblem,
    parseDelivery: (delivery) => suppressedField(delivery, suppressed) ?? parseDelivery(delivery),
    recipientDomain,
    lookupDomain,
    render: (variables, subject) => renderMail(compiled, variables, subject ?? undefined),
    send: send.send,
    now,
  };
  const { variables, _dryRun = false } = request;
  return runFlow(plan, { variables, delivery: request, dryRun: _dryRun }, flowPorts);
}

/** What an email-domain node looks up. */
function recipientDomain(to: string) {
  const parsed = parseRecipient('_to', to);
  return parsed.ok ? { ok: true as const, domain: parsed.recipient.address.domain } : parsed;
}
