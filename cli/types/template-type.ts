import type { TemplateRevision } from '../../shared/adapters/tables/revision-format.ts';
import { readPlan } from '../../shared/engine/flow/plan.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { inferValues } from './infer-values.ts';
import { type ObjectShape, shapeOf } from './shape.ts';

/** What a caller of a template has to know of it. */
export interface TemplateType {
  id: string;
  /** The variables of execute. */
  variables: ObjectShape;
  /** The variables of render, which runs no flow: it has no defaults of one, and verifies nothing. */
  rendered: ObjectShape;
  /** Whether the flow sends the mail. */
  sends: boolean;
}

/**
 * The types of a template's variables and of its flow.
 *
 * @throws {ManageError} for a stored flow that this version cannot read
 */
export function templateType(
  id: string,
  revision: Pick<TemplateRevision, 'compiled' | 'testData' | 'plan'>,
): TemplateType {
  const { compiled, testData = {} } = revision;
  const plan = readPlan(revision.plan);
  if (plan === null) {
    throw new ManageError(`The stored flow of ${id} cannot be read: push the template again`);
  }
  const { subject, html, text } = compiled;
  const defaults = plan.variables.flatMap((node) => node.defaults);
  const needed = plan.checks.flatMap((check) => {
    if (check.kind === 'required_fields') {
      return check.fields.map((name) => ({ name, isPrinted: false }));
    }
    return check.kind === 'regex' ? [{ name: check.field, isPrinted: true }] : [];
  });
  // Both have the same variables, which differ only in what is required: callers can give the same to both.
  const variablesOf = (runsFlow: boolean) =>
    shapeOf(
      inferValues({
        programs: [
          { program: subject, isRendered: true },
          { program: html, isRendered: true },
          // Render returns no text.
          { program: text ?? [], isRendered: runsFlow },
        ],
        ...{ defaults, needed, testData, runsFlow },
      }),
    );
  return {
    id,
    variables: variablesOf(true),
    rendered: variablesOf(false),
    sends: plan.output.type === 'provider',
  };
}
