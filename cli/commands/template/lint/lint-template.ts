import type { TemplateRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { flowGraph } from '../../../../shared/engine/flow/graph.ts';
import { type FlowPlan, readPlan } from '../../../../shared/engine/flow/plan.ts';
import { type VariableDefault, withDefaults } from '../../../../shared/engine/flow/variables.ts';
import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { renderDraft } from '../../../../shared/manage/templates/render-draft.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { TypedRevision } from '../../../../shared/manage/types/template-type.ts';
import { senderProblem } from '../../../../shared/message/sender.ts';
import { copyFindings } from './copy-findings.ts';
import type { LintFinding } from './finding.ts';
import { htmlFindings } from './html-findings.ts';
import { languageFindings, languageProblems } from './language-findings.ts';
import { compiledOf, type LanguageView, viewsOf } from './language-views.ts';
import { partialFindings } from './partial-findings.ts';
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
  const { templateId } = source;
  const preparation = await prepareTemplate(source, known);
  const views = viewsOf(source, known);
  const findings = preparation.ok
    ? await contentFindings(source, views, preparation.prepared.revision, senders)
    : preparation.problems.map(refusal);
  const html = views.flatMap((view) =>
    htmlFindings(view.source.html, view.source.language).map((finding) => inView(view, finding)),
  );
  return [...findings, ...html].map((finding) => ({ ...finding, templateId }));
}

function inView<Finding extends LintFinding>({ tag }: LanguageView, finding: Finding): Finding {
  return tag === undefined ? finding : { ...finding, language: tag };
}

/** A problem for which a push would refuse the template. */
function refusal(problem: ManageProblem): LintFinding {
  const { code } = problem;
  const isOwn = code === 'unreachable-node' || code === 'language-variable';
  return { ...problem, code: isOwn ? code : 'invalid-template' };
}

async function contentFindings(
  source: TemplateSource,
  views: readonly LanguageView[],
  revision: TemplateRevision,
  senders: readonly string[] | null,
): Promise<LintFinding[]> {
  const { templateId } = source;
  const plan = readPlan(revision.plan);
  if (!plan) throw new Error('The compiled flow cannot be read');
  const rendered: LintFinding[] = [];
  for (const view of views) {
    const found = await renderingFindings(view, compiledOf(revision, view), plan);
    rendered.push(...[...found, ...partialFindings(view)].map((finding) => inView(view, finding)));
  }
  const variables = views.flatMap((view) => compiledOf(revision, view).variables);
  return [
    ...languageProblems({ templateId, revision }).map(refusal),
    ...languageFindings(source, revision),
    ...variablesOfAll(views, revision),
    ...copyFindings(source, { variables }),
    ...rendered,
    ...(senders ? senderFindings(source, plan, senders) : []),
  ];
}

/** The test data is that of all languages: what one of them uses is used. The flow is the same in all of them. */
function variablesOfAll(views: readonly LanguageView[], revision: TypedRevision): LintFinding[] {
  const all = views.map((view) =>
    variableFindings(view, compiledOf(revision, view))
      .filter(({ part }) => view.tag === undefined || part !== 'flow')
      .map((finding) => inView(view, finding)),
  );
  const isSurplus = ({ code }: LintFinding) => code === 'unknown-test-data';
  const [own = [], ...others] = all;
  const unused = own.filter(
    (finding) =>
      isSurplus(finding) &&
      others.every((found) => found.some(({ pointer }) => pointer === finding.pointer)),
  );
  return [...all.flat().filter((finding) => !isSurplus(finding)), ...unused];
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
