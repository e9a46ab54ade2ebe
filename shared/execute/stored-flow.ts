import type { LoadedTemplate } from '../adapters/tables/template-loader.ts';
import type { Delivery } from '../engine/flow/delivery.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowPorts } from '../engine/flow/ports.ts';
import { type FlowRun, runFlow } from '../engine/flow/run-flow.ts';
import { renderMail } from '../engine/render/render-template.ts';
import type { DomainVerdict } from '../engine/verify/domain-verdict.ts';
import { parseDelivery, parseRecipient, type Recipients } from '../message/recipients.ts';
import { referenceProblem } from '../message/reference.ts';
import type { Suppression } from '../message/suppression.ts';
import { suppressedField } from '../message/suppression.ts';
import { checkAttachments } from './attachments/check-attachments.ts';
import { attachmentEntries } from './attachments/entries.ts';
import { mailFiles } from './attachments/mail-files.ts';

export interface StoredFlowPorts {
  /** Why this deployment cannot send from an address; null where it can. */
  senderProblem: (from: string) => string | null;
  /** The verdict on a domain in lower-case A-labels. */
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  /** Milliseconds, only for the trace. */
  now: () => number;
}

/** The input of a flow run. */
export interface FlowRequest extends Delivery {
  variables: Record<string, unknown>;
  /** The caller's own name of the message. */
  _reference?: string | undefined;
  /** The tag of the language that the mail is wanted in. */
  _language?: string | undefined;
  /** The files of the mail, as the caller gave them. Default: none. */
  _attachments?: readonly unknown[] | undefined;
  /** Runs everything but the send. Default: false. */
  _dryRun?: boolean | undefined;
}

export interface FlowWork {
  request: FlowRequest;
  /** In the language of the mail. */
  template: Pick<LoadedTemplate, 'compiled'>;
  /** The tags of the languages that a node's message is wanted in, the best first. Default: none. */
  languages?: readonly string[] | undefined;
  /** Those of the request's addresses that are suppressed. */
  suppressed: readonly Suppression[];
  send: Pick<FlowPorts<Recipients>, 'send'>;
}

/** Runs a stored template's flow for one request. Throws like `attachmentEntries`, `runFlow` and its send. */
export async function runStoredFlow(
  plan: FlowPlan,
  { request, template: { compiled }, languages, suppressed, send }: FlowWork,
  { senderProblem, lookupDomain, now }: StoredFlowPorts,
): Promise<FlowRun> {
  const entries = attachmentEntries(request._attachments);
  const attachments = checkAttachments(entries);
  const flowPorts: FlowPorts<Recipients> = {
    senderProblem,
    parseDelivery: (delivery) =>
      referenceProblem(request._reference) ??
      (attachments.ok ? null : attachments) ??
      suppressedField(delivery, suppressed) ??
      parseDelivery(delivery),
    recipientDomain,
    lookupDomain,
    render: (variables, subject) => renderMail(compiled, variables, subject ?? undefined),
    ...(attachments.ok &&
      attachments.files.length > 0 && {
        readFiles: () => mailFiles(attachments.files),
      }),
    send: send.send,
    now,
  };
  const { variables, _dryRun = false } = request;
  const input = { variables, delivery: request, languages, dryRun: _dryRun };
  return runFlow(plan, input, flowPorts);
}

/** The domain that an email-domain node looks up. */
function recipientDomain(to: string) {
  const parsed = parseRecipient('_to', to);
  return parsed.ok ? { ok: true as const, domain: parsed.recipient.address.domain } : parsed;
}
