import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type Data, isData } from './test-data.ts';

/**
 * Data in which every variable's value is its own placeholder: rendered with it, the text that is
 * derived from an HTML becomes a template again, as a first draft of an own text. Sections are entered once.
 */
export function selfNamingData(variables: readonly TemplateVariable[]): Data {
  const data = nothing();
  // The printed ones last: a name that is printed and a section is its placeholder.
  for (const { name, uses } of variables) if (!isPrinted(uses)) put(data, name, true);
  for (const { name, uses, defaults } of variables) {
    const [fallback] = defaults;
    const tag = fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback}}}`;
    if (isPrinted(uses)) put(data, name, tag);
  }
  return data;
}

const isPrinted = (uses: TemplateVariable['uses']) =>
  uses.includes('value') || uses.includes('raw');

function put(data: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split('.');
  let at = data;
  for (const part of path.slice(0, -1)) {
    const inner = isData(at[part]) ? at[part] : undefined;
    const next = Object.assign(nothing(), inner);
    at[part] = next;
    at = next;
  }
  at[path.at(-1) ?? name] = value;
}

/** Without a prototype: a variable may be called like one of its properties. */
function nothing(): Record<string, unknown> {
  return Object.create(null);
}
