import type * as z from 'zod/mini';
import type { templateVariable } from '../../../../functions/manage/contracts/templates.ts';

export type TemplateVariable = z.output<typeof templateVariable>;

/** A variable that is printed once, unless told otherwise. */
export function variable(name: string, given: Partial<TemplateVariable> = {}): TemplateVariable {
  return { name, within: [], uses: ['value'], required: false, defaults: [], ...given };
}
