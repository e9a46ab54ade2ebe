import { revisionFormat, type TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { FlowStatus } from '../../adapters/tables/templates-table.ts';
import { compileFlow } from '../../engine/flow/compile-flow.ts';
import { FlowError } from '../../engine/flow/flow-error.ts';
import { callbackPlan, type FlowPlan, type UnsubscribeSteps } from '../../engine/flow/plan.ts';
import type { CompiledTemplate, TemplateVariable } from '../../engine/render/compiled-template.ts';
import { layoutsAround } from '../../engine/render/join/layouts-around.ts';
import { parseMailbox } from '../../message/mailbox.ts';
import type { ManageProblem } from '../manage-error.ts';
import { compileDefault, compileLanguages } from './compile-content.ts';
import { compileUnsubscribe } from './compile-unsubscribe.ts';
import { type KnownPartials, revisionsTaken } from './partials/known-partials.ts';
import type { TemplateSource } from './template-source.ts';

export type Compilation =
  | { ok: true; revision: TemplateRevision & { plan: FlowPlan }; flowStatus: FlowStatus }
  | { ok: false; problems: readonly ManageProblem[] };

/**
 * Compiles a template's content in all its languages and its flow, or returns every problem.
 *
 * @param known the partials that it may take; without them it takes none
 */
export async function compileSource(
  source: TemplateSource,
  known?: KnownPartials,
): Promise<Compilation> {
  const wrongLayout = layoutProblems(source, known);
  const inLayout = wrongLayout.length > 0 ? { ...source, layout: undefined } : source;
  const content = await compileDefault(inLayout, known);
  const others = await compileLanguages(inLayout, known);
  const flow = await compilePlan(source.flow ?? undefined);
  const isWrong = 'problems' in content || 'problems' in others || 'problems' in flow;
  if (isWrong || wrongLayout.length > 0) {
    return {
      ok: false,
      problems: [...wrongLayout, ...[content, others, flow].flatMap(problemsOf)],
    };
  }
  const { templateId: _, languages: _1, flow: graph, ...parts } = source;
  const { kind } = source;
  const taken = known ? revisionsTaken(source, known) : {};
  if (kind === 'partial' && Object.hasOwn(taken, source.templateId)) {
    const id = source.templateId;
    const message = `${id} takes itself: one of its languages takes a partial that takes ${id} in another language. Leave one of the two out`;
    return { ok: false, problems: [{ code: 'partial', part: 'html', message }] };
  }
  const partials = Object.keys(taken).length === 0 ? undefined : taken;
  const written = { ...parts, flow: graph ?? undefined, partials, ...others };
  return {
    ok: true,
    revision: withFlow({ format: revisionFormat, ...written, ...content, ...flow }),
    flowStatus: graph == null ? 'none' : flow.plan.output.type,
  };
}

/** The same revision, with the variables of its flow as well. */
function withFlow<Revision extends TemplateRevision & { plan: FlowPlan }>(
  revision: Revision,
): Revision {
  const { compiled, languages, plan } = revision;
  if (unsubscribePlaceholders(plan).length === 0) return revision;
  const listed = (content: CompiledTemplate) => ({
    ...content,
    variables: withFlowVariables(content.variables, plan),
  });
  const others = Object.entries(languages ?? {}).map(([tag, other]) => [
    tag,
    { ...other, compiled: listed(other.compiled) },
  ]);
  return {
    ...revision,
    compiled: listed(compiled),
    ...(languages && { languages: Object.fromEntries(others) }),
  };
}

type Problems = { problems: readonly ManageProblem[] };

/** The problems of the field `layout`: the template's own, or that of one of its layouts. */
function layoutProblems(
  { templateId, kind, layout }: TemplateSource,
  known: KnownPartials = new Map(),
): ManageProblem[] {
  const own = kind === 'partial' ? templateId : null;
  const partials = new Map([...known].map(([id, partial]) => [id, partial.source]));
  const { problem } = layoutsAround(own, layout, partials);
  if (problem === null) return [];
  const partial = problem.layoutOf ?? own;
  const { message } = problem;
  return [{ code: 'partial', part: 'layout', message, ...(partial !== null && { partial }) }];
}

/** Every problem of a flow's graph, each with a pointer into the graph. */
export async function flowProblems(flow: unknown): Promise<readonly ManageProblem[]> {
  return problemsOf(await compilePlan(flow));
}

async function compilePlan(flow: unknown): Promise<{ plan: FlowPlan } | Problems> {
  if (flow === undefined) return { plan: callbackPlan };
  try {
    return { plan: await compileFlow(flow, { mailboxProblem, compileUnsubscribe }) };
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return {
      problems: error.problems.map(({ code, pointer, message }) => ({
        code,
        part: 'flow',
        pointer,
        message,
      })),
    };
  }
}

function mailboxProblem(text: string): string | null {
  const parsed = parseMailbox(text);
  return parsed.ok ? null : parsed.problem;
}

const problemsOf = (outcome: object | Problems) => ('problems' in outcome ? outcome.problems : []);

export function unsubscribePlaceholders({ output }: FlowPlan) {
  const steps: UnsubscribeSteps = (output.type === 'provider' && output.unsubscribe) || [];
  return steps.filter((step) => typeof step !== 'string');
}

/** The variables of the content, and those of the flow's address to unsubscribe, which have no part. */
function withFlowVariables(
  variables: readonly TemplateVariable[],
  plan: FlowPlan,
): TemplateVariable[] {
  const all = [...variables];
  for (const { name, isRaw, default: text } of unsubscribePlaceholders(plan)) {
    const at = all.findIndex((each) => each.name === name && each.within.length === 0);
    const { uses = [], required = false, defaults = [], parts = [] } = all[at] ?? {};
    const variable = {
      ...{ name, within: [], parts },
      uses: [...new Set([...uses, isRaw ? 'raw' : 'value'] as const)],
      required: required || text === null,
      defaults: [...new Set([...defaults, ...(text === null ? [] : [text])])],
    };
    all.splice(at === -1 ? all.length : at, 1, variable);
  }
  return all;
}
