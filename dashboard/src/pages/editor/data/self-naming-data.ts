import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { withDefaults } from '../../../../../shared/engine/flow/variables.ts';
import type { Data } from '../../../draft/test-data.ts';

/**
 * Data in which the value of each variable is its own placeholder. Rendered with this data, the plain text
 * derived from the HTML is itself a template: a first draft for the author's own plain text. Each section is
 * rendered once.
 */
export function selfNamingData(variables: readonly TemplateVariable[]): Data {
  const isPrinted = ({ uses }: TemplateVariable) => uses.includes('value') || uses.includes('raw');
  const printed = variables.filter(isPrinted).map(({ name, defaults: [fallback] }) => ({
    name,
    value: fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback}}}`,
  }));
  // After the printed ones: a section whose name is printed too is its placeholder.
  const sections = variables.map(({ name }) => ({ name, value: true }));
  return withDefaults({}, [...printed, ...sections]);
}
