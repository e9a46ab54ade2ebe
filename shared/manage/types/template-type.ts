import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import { readPlan } from '../../engine/flow/plan.ts';
import { ManageError } from '../manage-error.ts';
import { inferValues } from './infer-values.ts';
import { type ObjectShape, shapeOf } from './shape.ts';
import { programsIn, typedTemplate } from './typed-template.ts';

/** The types that a caller of a template needs. */
export interface TemplateType {
  id: string;
  /** The variables of execute. */
  variables: ObjectShape;
  /** The variables of render, which runs no flow. */
  rendered: ObjectShape;
  /** Whether the flow sends the mail. */
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
