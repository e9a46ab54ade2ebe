import type { SendOutcome, Mail as SesMail } from '../../shared/adapters/ses.ts';
import type { LoadedTemplate, LoadTemplate } from '../../shared/adapters/template-loader.ts';
import { refuse } from '../../shared/errors.ts';
import { isDeliveryField } from '../../shared/flow/delivery.ts';
import { type FlowOutcome, unreadableFlow } from '../../shared/flow/outcome.ts';
import type { FlowPlan } from '../../shared/flow/plan.ts';
import type { FlowPorts, Mail } from '../../shared/flow/ports.ts';
import { runFlow } from '../../shared/flow/run-flow.ts';
import type { Caller } from '../../shared/http/proxy.ts';
import { formatMailbox } from '../../shared/message/mailbox-header.ts';
import { parseDelivery, parseRecipient, type Recipients } from '../../shared/message/recipients.ts';
import { formatSender } from '../../shared/message/sender.ts';
import { renderMail } from '../../shared/render/render-template.ts';
import type { DomainVerdict } from '../../shared/verify/domain-verdict.ts';
import type { ExecuteRequest } from './contract.ts';

export interface ExecutePorts {
  loadTemplate: LoadTemplate;
  /** Why this deployment cannot send from an address; null where it can. */
  senderProblem: (from: string) => string | null;
  /** The verdict on a domain in lower-case A-labels. */
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  sendMail: (mail: SesMail) => Promise<SendOutcome>;
  /** Milliseconds. */
  now: () => number;
}

/**
 * Runs the flow of a stored template of the caller's account. Throws the refusals
 * `unknownDeliveryField`, `templateNotFound`, `noDnsAnswer` and those of rendering (`wrongType`,
 * `overLimit`); everything else is an outcome.
 */
export async function execute(
  request: ExecuteRequest,
  { accountId }: Caller,
  ports: ExecutePorts,
): Promise<FlowOutcome> {
  refuseUnknownDeliveryFields(request);
  const template = await ports.loadTemplate(accountId, request.templateId);
  if (template === null) throw refuse('templateNotFound');
  if (template.plan === null) return unreadableFlow;
  return run(template.plan, template, request, ports);
}

/** A typo in `_replyTo` must not pass silently. */
function refuseUnknownDeliveryFields(request: ExecuteRequest): void {
  for (const name of Object.keys(request)) {
    if (name.startsWith('_') && !isDeliveryField(name)) throw refuse('unknownDeliveryField', name);
  }
}

async function run(
  plan: FlowPlan,
  { compiled }: LoadedTemplate,
  request: ExecuteRequest,
  ports: ExecutePorts,
): Promise<FlowOutcome> {
  const flowPorts: FlowPorts<Recipients> = {
    senderProblem: ports.senderProblem,
    parseDelivery,
    recipientDomain,
    lookupDomain: ports.lookupDomain,
    render: (variables, subject) => renderMail(compiled, variables, subject ?? undefined),
    send: (mail) => ports.sendMail(toSesMail(mail)),
    now: ports.now,
  };
  const { outcome } = await runFlow(
    plan,
    { variables: request.variables, delivery: request },
    flowPorts,
  );
  return outcome;
}

/** What an email-domain node looks up. */
function recipientDomain(to: string) {
  const parsed = parseRecipient('_to', to);
  return parsed.ok ? { ok: true as const, domain: parsed.recipient.address.domain } : parsed;
}

function toSesMail({ from, recipients, subject, html, text }: Mail<Recipients>): SesMail {
  const { to, cc, bcc, replyTo } = recipients;
  return {
    from: formatSender(from),
    to: [formatMailbox(to)],
    cc: cc.map(formatMailbox),
    bcc: bcc.map(formatMailbox),
    replyTo: replyTo ? [formatMailbox(replyTo)] : [],
    subject,
    html,
    text,
  };
}
