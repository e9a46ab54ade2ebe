import type { TemplateRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { Refusal } from '../../../../shared/engine/errors.ts';
import { flowGraph } from '../../../../shared/engine/flow/graph.ts';
import { type FlowPlan, readPlan } from '../../../../shared/engine/flow/plan.ts';
import { type VariableDefault, withDefaults } from '../../../../shared/engine/flow/variables.ts';
import { lookUpLanguage } from '../../../../shared/engine/language/look-up-language.ts';
import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import { takenNames } from '../../../../shared/engine/render/join/taken-names.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';
import { branchProblems } from '../../../../shared/manage/templates/branch-problems.ts';
import type { KnownPartials } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import { renderDraft } from '../../../../shared/manage/templates/render-draft.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { TypedRevision } from '../../../../shared/manage/types/template-type.ts';
import { identityProblem } from '../../../../shared/message/sender.ts';
import { copyFindings } from './copy-findings.ts';
import type { LintFinding } from './finding.ts';
import { languageFindings, languageProblems } from './language-findings.ts';
import { compiledOf, inView, type LanguageView, viewsOf } from './language-view.ts';
import { type Looks, withLooks } from './look-findings.ts';
import {
  type JoinedTemplate,
  placeOfPartial,
  placeOfVariable,
  variableFindings,
} from './variable-findings.ts';

/**
 * Finds likely mistakes in a template; comments of its author accept some.
 *
 * @param known the partials
 * @param senders the identities; null if they are unknown
 */
export async function lintTemplate(
  source: TemplateSource,
  known: KnownPartials,
  senders: readonly string[] | null,
  looks: Looks = {},
): Promise<LintFinding[]> {
  const preparation = await prepareTemplate(source, known);
  const views = viewsOf(source, known);
  const findings = preparation.ok
    ? await contentFindings(source, views, preparation.prepared.revision, senders)
    : preparation.problems.map(refusal);
  return withLooks(source, views, findings, looks);
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

/** All languages share the test data and the flow: a variable counts as used if one language uses it. */
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

/** The warnings that the dashboard shows too, or why the template cannot be rendered. */
async function renderingFindings(
  { source, known }: JoinedTemplate,
  compiled: CompiledTemplate,
  plan: FlowPlan,
): Promise<LintFinding[]> {
  const { text, testData } = source;
  const defaults = plan.variables.flatMap((node) => node.defaults);
  const data = withDefaults(testData ?? sampleData(compiled), defaults);
  try {
    const draft = { ...source, language: undefined, languages: undefined, flow: undefined };
    const rendering = await renderDraft(draft, { ...data }, known);
    const warnings = rendering.ok ? rendering.rendered.warnings : [];
    return warnings.map(({ detail, part, variable, ...warning }) => ({
      ...warning,
      message: detail,
      // If the text is derived from the HTML, the author must correct the HTML.
      part: part === 'text' && text === undefined ? ('html' as const) : part,
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
  if (identityProblem(output.from, senders) === null) return [];
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const pointer = `/nodes/${nodes.findIndex(({ id }) => id === output.node)}/from`;
  const there = senders.length > 0 ? `its identities are ${senders.join(', ')}` : 'it has none yet';
  const message = `${output.from} is not a sender identity of the deployment: ${there}`;
  return [{ code: 'unknown-sender', part: 'flow', pointer, message }];
}

/** The branches that lead to no template that `find` knows. */
export async function branchFindings(
  { templateId, flow }: TemplateSource,
  find: Parameters<typeof branchProblems>[1],
): Promise<LintFinding[]> {
  const problems = await branchProblems(flow, find);
  return problems.map((problem) => ({ ...problem, code: 'unknown-template', templateId }));
}

/** The partials and the layout that lack a language, so that its mails take them in another one. */
function partialFindings({ tag, source, known }: LanguageView): LintFinding[] {
  const { language } = source;
  if (language === undefined) return [];
  return takenNames(source).flatMap((id): LintFinding[] => {
    const partial = known.get(id)?.source;
    if (!partial || isIn(partial, language)) return [];
    // The language of the partial is not known: it may be the template's own.
    if (tag === undefined && partial.language === undefined) return [];
    const own = partial.language ?? 'its own language';
    const message = `${id} is not in ${language}, and is taken in ${own}: write it in ${language} as well`;
    return [{ code: 'partial-language', ...placeOfPartial(source, id), message }];
  });
}

function isIn({ language, languages = {} }: TemplateSource, wanted: string): boolean {
  const own = language === undefined ? [] : [language];
  return lookUpLanguage(wanted, [...own, ...Object.keys(languages)]) !== null;
}
