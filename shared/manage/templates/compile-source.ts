import { revisionFormat, type TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { FlowStatus } from '../../adapters/tables/templates-table.ts';
import { compileFlow } from '../../engine/flow/compile-flow.ts';
import { FlowError } from '../../engine/flow/flow-error.ts';
import { callbackPlan, type FlowPlan } from '../../engine/flow/plan.ts';
import { compileTemplate } from '../../engine/render/compile-template.ts';
import { takenNames } from '../../engine/render/join/taken-names.ts';
import type { TakenPartials } from '../../engine/render/join/taken-partials.ts';
import { TemplateSyntaxError } from '../../engine/render/syntax/template-problem.ts';
import { parseMailbox } from '../../message/mailbox.ts';
import type { ManageProblem } from '../manage-error.ts';
import { type KnownPartials, revisionsTaken, takenBy } from './known-partials.ts';
import type { TemplateSource } from './template-source.ts';

export type Compilation =
  | { ok: true; revision: TemplateRevision & { plan: FlowPlan }; flowStatus: FlowStatus }
  | { ok: false; problems: readonly ManageProblem[] };

/**
 * Compiles a template's content and its flow, or returns every problem of both.
 *
 * @param known the partials that it may take; without them it takes none
 */
export async function compileSource(
  source: TemplateSource,
  known?: KnownPartials,
): Promise<Compilation> {
  const content = await compileContent(source, known && takenBy(source, known));
  const flow = await compilePlan(source.flow ?? undefined);
  if ('problems' in content || 'problems' in flow) {
    return { ok: false, problems: [...problemsOf(content), ...problemsOf(flow)] };
  }
  const { name, kind, layout, subject, html, text, testData, flow: graph, keep, secret } = source;
  const { language, languages } = source;
  const parts = { name, subject, html, text, testData, flow: graph ?? undefined };
  const taken = known ? revisionsTaken(source, known) : {};
  const partials = Object.keys(taken).length === 0 ? undefined : taken;
  const written = { ...parts, kind, layout, partials, keep, secret, language, languages };
  return {
    ok: true,
    revision: { format: revisionFormat, ...written, ...content, ...flow },
    flowStatus: statusOf(source, flow.plan),
  };
}

type Problems = { problems: readonly ManageProblem[] };

/** Compiles the content. The plain text is the template's own, or a text template derived from its HTML. */
async function compileContent({ subject, html, text }: TemplateSource, taken?: TakenPartials) {
  try {
    const textTemplate = text === undefined ? await derived(html, taken) : null;
    const joined = taken && text !== undefined ? await withTexts(text, taken) : taken;
    return {
      textTemplate,
      compiled: compileTemplate({ subject, html, text: text ?? textTemplate }, joined),
    };
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return { problems: error.problems };
    throw error;
  }
}

/** Only a text that takes partials needs their texts. */
async function withTexts(text: string, taken: TakenPartials): Promise<TakenPartials> {
  if (takenNames({ html: '', text, layout: taken.layout }).length === 0) return taken;
  const { withDerivedTexts } = await import('../../engine/render/join/derived-texts.ts');
  return withDerivedTexts(text, taken);
}

/** Only this function and `withTexts` load the HTML parser. */
async function derived(html: string, taken?: TakenPartials) {
  const { deriveTextTemplate } = await import('../../engine/render/derive-text.ts');
  return deriveTextTemplate(html, taken);
}

/** Every problem of a flow's graph, each with a pointer into the graph. */
export async function flowProblems(flow: unknown): Promise<readonly ManageProblem[]> {
  return problemsOf(await compilePlan(flow));
}

async function compilePlan(flow: unknown): Promise<{ plan: FlowPlan } | Problems> {
  if (flow === undefined) return { plan: callbackPlan };
  try {
    return { plan: await compileFlow(flow, { mailboxProblem }) };
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

function statusOf({ flow }: TemplateSource, { output }: FlowPlan): FlowStatus {
  return flow == null ? 'none' : output.type;
}
