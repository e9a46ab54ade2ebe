import { refusals } from '../errors.ts';
import { givenText } from './delivery.ts';
import { quote } from './flow-error.ts';
import { type FlowOutcome, flowError, validationFailed } from './outcome.ts';
import type { FlowOutput, FlowPlan } from './plan.ts';
import type { FlowInput, FlowPorts, MailContent } from './ports.ts';
import { startTrace, type Tracer, type TraceStep } from './trace.ts';
import { withDefaults } from './variables.ts';

/** A flow's answer and the steps that led to it. */
export type FlowRun = { readonly outcome: FlowOutcome; readonly trace: readonly TraceStep[] };

type Run<Recipients> = {
  readonly plan: FlowPlan;
  readonly input: FlowInput;
  readonly ports: FlowPorts<Recipients>;
  readonly trace: Tracer;
};
type Provider = Extract<FlowOutput, { type: 'provider' }>;
type Prepared =
  | { readonly ok: true; readonly content: MailContent }
  | { readonly ok: false; readonly outcome: FlowOutcome };

/**
 * Runs a flow for one request, in this order: the template of a branch, the sender, defaults, delivery fields,
 * verifications, branches, rendering, address to unsubscribe, files, output. The first step that fails gives the answer.
 *
 * @throws {Refusal} `noDnsAnswer`; then nothing was sent
 */
export async function runFlow<Recipients>(
  plan: FlowPlan,
  input: FlowInput,
  ports: FlowPorts<Recipients>,
): Promise<FlowRun> {
  const trace = startTrace(ports.now);
  const outcome = await outcomeOf({ plan, input, ports, trace });
  const { branch } = input;
  const answer = branch && outcome.success ? { ...outcome, templateId: branch.template } : outcome;
  return { outcome: answer, trace: trace.steps };
}

async function outcomeOf<Recipients>(run: Run<Recipients>): Promise<FlowOutcome> {
  const { output } = run.plan;
  const { branch } = run.input;
  if (branch && !branch.isFound) {
    run.trace.end(branch.node, 'branch', 'misconfigured');
    return flowError(
      `Template ${branch.template}, to which node ${quote(branch.node)} leads, does not exist`,
    );
  }
  return output.type === 'provider' ? sendContent(run, output) : returnContent(run, output.node);
}

async function returnContent<Recipients>(
  run: Run<Recipients>,
  node: string | null,
): Promise<FlowOutcome> {
  const prepared = await prepare(applyDefaults(run));
  if (!prepared.ok) return prepared.outcome;
  run.trace.end(node, 'callback', 'returned');
  return { success: true, type: 'callback', ...prepared.content };
}

async function sendContent<Recipients>(
  run: Run<Recipients>,
  output: Provider,
): Promise<FlowOutcome> {
  const { ports, trace } = run;
  const { node, from } = output;
  const senderProblem = ports.senderProblem(from);
  if (senderProblem !== null) {
    trace.end(node, 'provider', 'misconfigured');
    return flowError(senderProblem);
  }
  const filled = applyDefaults(run);
  const delivery = ports.parseDelivery(deliveryOf(run.input, output));
  const { ignored } = run.input;
  const warnings = ignored ? [`Ignored: ${ignored.join(', ')}`] : [];
  trace.end(node, 'delivery', delivery.ok ? 'passed' : 'failed', warnings);
  if (!delivery.ok) return validationFailed(delivery.field, delivery.error);
  const prepared = await prepare(filled);
  if (!prepared.ok) return prepared.outcome;
  const unsubscribe = unsubscribeOf(filled, output);
  if (!unsubscribe.ok) {
    trace.end(node, 'provider', 'failed');
    return validationFailed(unsubscribe.field, unsubscribe.error);
  }
  const read = await readFiles(run, node, prepared.content);
  if (read?.ok === false) return validationFailed(read.field, read.error);
  if (run.input.dryRun) {
    trace.end(node, 'provider', 'not_sent');
    return { success: true, type: 'callback', ...prepared.content };
  }
  const { recipients } = delivery;
  const files = read?.files.length ? { files: read.files } : {};
  const mail = {
    ...{ from, recipients, unsubscribe: unsubscribe.address },
    ...prepared.content,
    ...files,
  };
  const sent = await ports.send(mail, [...trace.steps]);
  trace.end(node, 'provider', sent.outcome);
  if (sent.outcome === 'scheduled') {
    return { success: true, type: 'scheduled', id: sent.id, sendAt: sent.sendAt };
  }
  return sent.outcome === 'sent'
    ? { success: true, type: 'sent', messageId: sent.messageId }
    : { success: false, type: 'send_failed', error: sent.error };
}

async function readFiles<Recipients>(
  { ports, trace }: Run<Recipients>,
  node: string,
  content: MailContent,
) {
  const read = (await ports.readFiles?.(content)) ?? null;
  if (read === null) return null;
  trace.end(node, 'attachments', read.ok ? 'passed' : 'failed', read.ok ? read.warnings : []);
  return read;
}

function deliveryOf({ delivery }: FlowInput, { replyTo }: Provider) {
  return { ...delivery, _replyTo: givenText(delivery, '_replyTo') ?? replyTo };
}

function unsubscribeOf<Recipients>({ input, ports }: Run<Recipients>, { unsubscribe }: Provider) {
  if (input.unsubscribe) return { ok: true as const, address: input.unsubscribe };
  if (unsubscribe === null) return { ok: true as const, address: null };
  return ports.renderUnsubscribe(unsubscribe, input.variables);
}

function applyDefaults<Recipients>(run: Run<Recipients>): Run<Recipients> {
  const variables = run.plan.variables.reduce((filled, { node, defaults }) => {
    const more = withDefaults(filled, defaults);
    run.trace.end(node, 'variables', 'applied');
    return more;
  }, run.input.variables);
  return { ...run, input: { ...run.input, variables } };
}

/** What comes before any output: the verifications in their order, the branches, then rendering. */
async function prepare<Recipients>({
  plan,
  input,
  ports,
  trace,
}: Run<Recipients>): Promise<Prepared> {
  for (const check of plan.checks) {
    const failure = await ports.runCheck(check, input, ports);
    trace.end(check.node, 'verification', failure === null ? 'passed' : 'failed');
    if (failure !== null) return { ok: false, outcome: failure };
  }
  traceBranches(plan, input, trace);
  const rendered = await ports.render(input.variables, givenText(input.delivery, '_subject'));
  const node = input.branch?.node ?? plan.template;
  trace.end(node, 'template', rendered.outcome === 'rendered' ? 'rendered' : 'failed');
  if (rendered.outcome === 'rendered') {
    const { subject, html, text } = rendered;
    return { ok: true, content: { subject, html, text } };
  }
  const { names } = rendered;
  const sentence = refusals.missingVariables.sentence(names);
  return { ok: false, outcome: validationFailed(names[0] ?? 'variables', sentence) };
}

/** The branches up to the one that is taken. */
function traceBranches({ branches = [] }: FlowPlan, { branch }: FlowInput, trace: Tracer): void {
  for (const { node } of branches) {
    trace.end(node, 'branch', node === branch?.node ? 'taken' : 'not_taken');
    if (node === branch?.node) return;
  }
}
