import type * as z from 'zod/mini';
import type { templateVariable } from '../../../../functions/manage/contracts/templates.ts';

export type TemplateVariable = z.output<typeof templateVariable>;

/** A variable, by default one that the template prints once. */
export function variable(name: string, given: Partial<TemplateVariable> = {}): TemplateVariable {
  return { name, within: [], uses: ['value'], required: false, defaults: [], ...given };
}
