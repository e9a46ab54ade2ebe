import { checkInputs } from '../../engine/flow/check-inputs.ts';
import type { FlowPlan } from '../../engine/flow/plan.ts';
import type { TemplatePrograms } from '../../engine/render/compiled-template.ts';
import { unsubscribePlaceholders } from '../templates/compile-source.ts';
import type { TypedProgram, TypedTemplate } from './infer-values.ts';

/** The programs of one language; render returns no text. */
export function programsIn(
  { subject, html, text }: TemplatePrograms,
  runsFlow: boolean,
): TypedProgram[] {
  return [
    { program: subject, isRendered: true },
    { program: html, isRendered: true },
    { program: text ?? [], isRendered: runsFlow },
  ];
}

/** Programs with what the flow and the test data say of their variables. */
export function typedTemplate(
  { testData = {} }: { testData?: Record<string, unknown> | undefined },
  plan: FlowPlan,
  programs: readonly TypedProgram[],
  runsFlow: boolean,
): TypedTemplate {
  const defaults = plan.variables.flatMap((node) => node.defaults);
  const needed = plan.checks.flatMap(checkInputs);
  const placeholders = unsubscribePlaceholders(plan);
  const printed = placeholders.filter((placeholder) => placeholder.default === null);
  return {
    programs: [...programs, { program: placeholders, isRendered: runsFlow }],
    defaults,
    // The flow needs these variables in every language.
    needed: [...needed, ...printed.map(({ name }) => ({ name, isPrinted: true }))],
    testData,
    runsFlow,
  };
}
