import { Refusal } from '../../../shared/engine/errors.ts';
import { flowGraph } from '../../../shared/engine/flow/graph.ts';
import { type FlowPlan, readPlan } from '../../../shared/engine/flow/plan.ts';
import { type VariableDefault, withDefaults } from '../../../shared/engine/flow/variables.ts';
import type { CompiledTemplate } from '../../../shared/engine/render/compiled-template.ts';
import type { ManageProblem } from '../../../shared/manage/manage-error.ts';
import type { KnownPartials } from '../../../shared/manage/templates/known-partials.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { renderDraft } from '../../../shared/manage/templates/render-draft.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { senderProblem } from '../../../shared/message/sender.ts';
import { copyFindings } from './copy-findings.ts';
import type { LintFinding } from './finding.ts';
import { htmlFindings } from './html-findings.ts';
import { type JoinedTemplate, placeOfVariable, variableFindings } from './variable-findings.ts';

/**
 * Finds every error and likely mistake in a template. `known` are the partials that it may take. `senders` are the
 * deployment's identities. If they are null, they are unknown, and it does not check the flow's sender.
 */
export async function lintTemplate(
  source: TemplateSource,
  known: KnownPartials,
  senders: readonly string[] | null,
): Promise<LintFinding[]> {
  const { templateId, html } = source;
  const preparation = await prepareTemplate(source, known);
  const findings = preparation.ok
    ? await contentFindings({ source, known }, preparation.prepared.revision, senders)
    : preparation.problems.map(refusal);
  return [...findings, ...htmlFindings(html)].map((finding) => ({ ...finding, templateId }));
}

/** A problem for which a push would refuse the template. */
function refusal(problem: ManageProblem): LintFinding {
  const code = problem.code === 'unreachable-node' ? problem.code : 'invalid-template';
  return { ...problem, code };
}

async function contentFindings(
  { source, known }: JoinedTemplate,
  revision: { compiled: CompiledTemplate; plan: unknown },
  senders: readonly string[] | null,
): Promise<LintFinding[]> {
  const { compiled } = revision;
  const plan = readPlan(revision.plan);
  if (!plan) throw new Error('The compiled flow cannot be read');
  return [
    ...variableFindings({ source, known }, compiled),
    ...copyFindings(source, compiled),
    ...(await renderingFindings({ source, known }, compiled, plan)),
    ...(senders ? senderFindings(source, plan, senders) : []),
  ];
}

/**
 * Renders the template and returns its warnings, or why it cannot be rendered. The dashboard shows the same
 * warnings, with the same codes.
 */
async function renderingFindings(
  { source, known }: JoinedTemplate,
  compiled: CompiledTemplate,
  plan: FlowPlan,
): Promise<LintFinding[]> {
  const { templateId, kind, layout, subject, html, text = null, testData } = source;
  const defaults = plan.variables.flatMap((node) => node.defaults);
  const data = withDefaults(testData ?? sampleData(compiled), defaults);
  try {
    const draft = { templateId, kind, layout, subject, html, text };
    const rendering = await renderDraft(draft, { ...data }, known);
    const warnings = rendering.ok ? rendering.rendered.warnings : [];
    return warnings.map(({ detail, part, variable, ...warning }) => ({
      ...warning,
      message: detail,
      // If the text is derived from the HTML, the author must correct the HTML.
      part: part === 'text' && text === null ? ('html' as const) : part,
      ...(variable && placeOfVariable(source, variable, ['html'])),
    }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const part = testData ? ('testData' as const) : ('html' as const);
    return [{ code: 'cannot-render', part, message: `With the test data: ${error.message}` }];
  }
}

/** Values for a template without test data: each variable has its own name as its value. */
function sampleData({ variables }: CompiledTemplate): Record<string, unknown> {
  const values = variables.flatMap(({ name, within, uses }): VariableDefault[] => {
    const isPrinted = uses.includes('value') || uses.includes('raw');
    // The renderer refuses some characters in a style or an address, although the template is correct.
    const value = isPrinted ? name.replace(/[^\w.-]/g, '_') : true;
    return within.length === 0 ? [{ name, value }] : [];
  });
  return { ...withDefaults({}, values) };
}

function senderFindings(
  { flow }: TemplateSource,
  { output }: FlowPlan,
  senders: readonly string[],
): LintFinding[] {
  if (output.type !== 'provider') return [];
  if (senderProblem(output.from, { senders, sending: true }) === null) return [];
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const pointer = `/nodes/${nodes.findIndex(({ id }) => id === output.node)}/from`;
  const there = senders.length > 0 ? `its identities are ${senders.join(', ')}` : 'it has none yet';
  const message = `${output.from} is not a sender identity of the deployment: ${there}`;
  return [{ code: 'unknown-sender', part: 'flow', pointer, message }];
}
