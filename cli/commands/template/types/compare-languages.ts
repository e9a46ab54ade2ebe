import type { FlowPlan } from '../../../../shared/engine/flow/plan.ts';
import type { TemplatePrograms } from '../../../../shared/engine/render/compiled-template.ts';
import {
  inferUses,
  type NamedUse,
  type TypedProgram,
} from '../../../../shared/manage/types/infer-values.ts';
import { programsIn, typedTemplate } from '../../../../shared/manage/types/typed-template.ts';

/** How the variables of one language differ from those of the template's own. Names are as they are written. */
export interface LanguageDifference {
  /** Without them a mail in this language fails, and the same mail in the template's own language does not. */
  required: readonly string[];
  /** The template's own language prints them, and this language names them nowhere. */
  missing: readonly string[];
}

/** Compares the variables of a language with those of the template's own language. */
export function compareLanguages(
  template: { testData?: Record<string, unknown> | undefined; plan: FlowPlan },
  own: TemplatePrograms,
  other: TemplatePrograms,
): LanguageDifference {
  const [ownPrograms, otherPrograms] = [programsIn(own, true), programsIn(other, true)];
  const programs = [...ownPrograms, ...otherPrograms];
  const uses = inferUses(typedTemplate(template, template.plan, programs, true));
  const usesOf = (side: readonly TypedProgram[]) => {
    const there = new Set(side.map(({ program }) => program));
    return uses.filter(({ program }) => program === null || there.has(program));
  };
  const [ownUses, otherUses] = [usesOf(ownPrograms), usesOf(otherPrograms)];
  const guaranteed = neededByPath(ownUses);
  const needed = otherUses.filter(
    (use) =>
      use.isNeeded && !guaranteed.get(keyOf(use.path))?.some((own) => isMet(own, use.conditions)),
  );
  const named = new Set(otherUses.map(({ path }) => keyOf(path)));
  const missing = ownUses.filter(({ path }) => !named.has(keyOf(path)));
  return { required: namesOf(needed), missing: namesOf(missing) };
}

type Conditions = NamedUse['conditions'];

/** The conditions under which a value is needed, by its path: one of `order.id` also needs `order`. */
function neededByPath(uses: readonly NamedUse[]): Map<string, Conditions[]> {
  const needed = new Map<string, Conditions[]>();
  const seen = new Set<string>();
  for (const { isNeeded, path, conditions } of uses) {
    const use = JSON.stringify([path, conditions]);
    if (!isNeeded || seen.has(use)) continue;
    seen.add(use);
    for (let length = path.length; length > 0; length--) {
      const key = keyOf(path.slice(0, length));
      const others = needed.get(key);
      if (others) others.push(conditions);
      else needed.set(key, [conditions]);
    }
  }
  return needed;
}

/** Whether conditions are among those that are met. */
function isMet(conditions: Conditions, met: Conditions): boolean {
  return conditions.every((condition) => met.includes(condition));
}

const keyOf = (path: readonly string[]) => JSON.stringify(path);

const namesOf = (uses: readonly NamedUse[]) => [...new Set(uses.map(({ name }) => name))];
