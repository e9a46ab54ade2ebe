import { readPlan } from '../../../../shared/engine/flow/plan.ts';
import type { SavedTemplate } from '../../../../shared/manage/templates/saves.ts';
import type { Shape } from '../../../../shared/manage/types/shape.ts';
import { type TypedRevision, templateType } from '../../../../shared/manage/types/template-type.ts';

/** The variables that a save makes required, such as `order.id`; none for a new template and for a partial. */
export function newlyRequired({
  prepared: { templateId, revision },
  current,
}: Pick<SavedTemplate, 'prepared' | 'current'>): string[] {
  if (!current || revision.kind === 'partial') return [];
  if (!readPlan(current.plan) || !readPlan(revision.plan)) return [];
  const requiredIn = (content: TypedRevision) =>
    required(templateType(templateId, content).variables);
  const before = new Set(requiredIn(current));
  return requiredIn(revision).filter((name) => !before.has(name));
}

/** The names of the values whose absence may make a rendering fail. */
function required(shape: Shape): string[] {
  if (shape.kind === 'list') return required(shape.of);
  if (shape.kind !== 'object') return [];
  return shape.fields.flatMap(({ name, isRequired, shape: value }) => {
    if (!isRequired) return [];
    const inner = required(value).map((each) => `${name}.${each}`);
    return inner.length > 0 ? inner : [name];
  });
}

/** A sentence about each of these templates, such as `hello now also requires city`. */
export function requirementLines(
  templates: readonly { id: string; requires?: readonly string[] }[],
): string[] {
  return templates.flatMap(({ id, requires = [] }) =>
    requires.length > 0 ? `${id} now also requires ${requires.join(', ')}` : [],
  );
}
