import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { checkInputs } from '../../engine/flow/check-inputs.ts';
import { type FlowPlan, readPlan } from '../../engine/flow/plan.ts';
import type { TemplatePrograms } from '../../engine/render/compiled-template.ts';
import { ManageError } from '../manage-error.ts';
import { unsubscribePlaceholders } from '../templates/compile-source.ts';
import { inferValues, type TypedProgram, type TypedTemplate } from './infer-values.ts';
import { type ObjectShape, shapeOf } from './shape.ts';

export interface TemplateType {
  id: string;
  /** The variables of execute. */
  variables: ObjectShape;
  /** The variables of render, which runs no flow. */
  rendered: ObjectShape;
  sends: boolean;
}

/** The fields of a revision that its types depend on. */
export type TypedRevision = Pick<TemplateRevision, 'compiled' | 'testData' | 'plan' | 'languages'>;

/**
 * The types of a template. A variable that one of its languages requires is required.
 *
 * @throws {ManageError} for a stored flow that this version cannot read
 */
export function templateType(id: string, revision: TypedRevision): TemplateType {
  const plan = readPlan(revision.plan);
  if (plan === null) {
    throw new ManageError(`The stored flow of ${id} cannot be read: push the template again`);
  }
  const contents = [revision, ...Object.values(revision.languages ?? {})];
  // Both have the same variables, which differ only in what is required: callers can give the same to both.
  const variablesOf = (runsFlow: boolean) => {
    const programs = contents.flatMap(({ compiled }) => programsIn(compiled, runsFlow));
    return shapeOf(inferValues(typedTemplate(revision, plan, programs, runsFlow)));
  };
  return {
    id,
    variables: variablesOf(true),
    rendered: variablesOf(false),
    sends: plan.output.type === 'provider',
  };
}

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
