import type { Objects } from '../adapters/s3/objects.ts';
import type { LoadedTemplate } from '../adapters/tables/template-loader.ts';
import { type Delivery, type DeliveryField, threadReplyTo } from '../engine/flow/delivery.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowPorts, RunCheck, TakenBranch } from '../engine/flow/ports.ts';
import { type FlowRun, runFlow } from '../engine/flow/run-flow.ts';
import { renderMail } from '../engine/render/render-template.ts';
import type { DomainVerdict } from '../engine/verify/domain-verdict.ts';
import { headersProblem } from '../message/mail-headers.ts';
import {
  noReplies,
  parseDelivery,
  parseRecipient,
  type Recipients,
} from '../message/recipients.ts';
import { referenceProblem } from '../message/reference.ts';
import type { Suppression } from '../message/suppression.ts';
import { suppressedField } from '../message/suppression.ts';
import { renderUnsubscribe, unsubscribeProblem } from '../message/unsubscribe.ts';
import { checkAttachments } from './attachments/check-attachments.ts';
import { mailFiles } from './attachments/read-files.ts';
import type { InReplyToProblem } from './in-reply-to.ts';
import type { SendRequest } from './send-fields.ts';

export interface StoredFlowPorts {
  /** Why this deployment cannot send from an address; null if it can. */
  senderProblem: (from: string) => string | null;
  /** Runs a verification: `runCheck` of the engine. */
  runCheck: RunCheck;
  /** The verdict on a domain in lower-case A-labels. */
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  /** Milliseconds, only for the trace. */
  now: () => number;
  /** Makes the address of a thread. Undefined if this deployment receives no replies. */
  newThread?: (() => string) | undefined;
  /** Reads files from S3. Undefined if this deployment has no buckets for them. */
  objects?: Objects | undefined;
}

export interface FlowRequest
  extends Delivery,
    Pick<SendRequest, 'variables'>,
    Partial<Omit<SendRequest, DeliveryField | 'variables'>> {
  /** Runs everything but the send. Default: false. */
  _dryRun?: boolean | undefined;
}

export interface FlowWork {
  request: FlowRequest;
  /** The names of the request's fields that were ignored. Default: none. */
  ignored?: readonly string[] | undefined;
  /** In the language of the mail. */
  template: Pick<LoadedTemplate, 'compiled'>;
  /** The branch that led to `template`, or to none. Default: none. */
  branch?: TakenBranch | undefined;
  /** The tags of the languages that a node's message is wanted in, the best first. Default: none. */
  languages?: readonly string[] | undefined;
  /** The request's addresses that are suppressed. */
  suppressed: readonly Suppression[];
  /** Why the mail that the request answers cannot be answered. Default: it can, or there is none. */
  problem?: InReplyToProblem | null | undefined;
  send: Pick<FlowPorts<Recipients>, 'send'> & {
    /** Whether it sends the mail later, so that its files are not read now. Default: false. */
    isLater?: boolean;
  };
}

/** Runs a stored template's flow for one request. Throws like `runFlow`, `readFiles` and its send. */
export function runStoredFlow(
  plan: FlowPlan,
  {
    request,
    ignored,
    template: { compiled },
    branch,
    languages,
    suppressed,
    problem,
    send,
  }: FlowWork,
  { senderProblem, runCheck, lookupDomain, newThread, objects, now }: StoredFlowPorts,
): Promise<FlowRun> {
  const { variables, _unsubscribe: unsubscribe, _dryRun = false } = request;
  const needsThread = !request._replyTo && isThreadFlow(plan);
  const flowPorts: FlowPorts<Recipients> = {
    senderProblem: (from) =>
      senderProblem(from) ?? (needsThread && newThread === undefined ? noReplies : null),
    parseDelivery: (delivery) =>
      referenceProblem(request._reference) ??
      problem ??
      headersProblem(request._headers) ??
      unsubscribeProblem(request._unsubscribe) ??
      attachmentsProblem(request._attachments ?? [], objects) ??
      suppressedField(delivery, suppressed) ??
      parseDelivery(delivery, newThread),
    runCheck,
    recipientDomain,
    lookupDomain,
    render: (variables, subject) => renderMail(compiled, variables, subject ?? undefined),
    renderUnsubscribe,
    readFiles: mailFiles(request, { objects, withContent: !_dryRun && !send.isLater }),
    send: send.send,
    now,
  };
  const given = { variables, delivery: request, unsubscribe, languages, ignored };
  const input = { ...given, branch, dryRun: _dryRun };
  return runFlow(plan, input, flowPorts);
}

const isThreadFlow = ({ output }: FlowPlan) =>
  output.type === 'provider' && output.replyTo === threadReplyTo;

/** The domain that an email-domain node looks up. */
function recipientDomain(to: string) {
  const parsed = parseRecipient('_to', to);
  return parsed.ok ? { ok: true as const, domain: parsed.recipient.address.domain } : parsed;
}

/** Why the files of a request cannot be used; null if they can. */
function attachmentsProblem(list: readonly unknown[], objects: Objects | undefined) {
  const checked = checkAttachments(list, objects?.buckets ?? []);
  return checked.ok ? null : checked;
}
