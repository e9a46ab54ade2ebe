import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';
import type { KnownNames } from './complete-tag.ts';

export function namesIn(
  testData: string,
  variables: readonly TemplateVariable[],
): Omit<KnownNames, 'partials'> {
  const parsed = parseData(testData);
  const ofData = parsed.ok ? namesOf(parsed.data) : { variables: [], sections: [] };
  const asSections = variables.filter(({ uses }) => uses.includes('section'));
  return {
    variables: once([...variables.map(({ name }) => name), ...ofData.variables]),
    sections: once([...asSections.map(({ name }) => name), ...ofData.sections]),
  };
}

/** `customer.name` within an object, `title` in a list's items. */
function namesOf(data: Data, prefix = ''): Omit<KnownNames, 'partials'> {
  const variables: string[] = [];
  const sections: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = `${prefix}${key}`;
    const [item] = Array.isArray(value) ? value : [];
    const inner = isData(value) ? namesOf(value, `${name}.`) : isData(item) ? namesOf(item) : null;
    if (inner === null && !Array.isArray(value)) variables.push(name);
    else sections.push(name);
    variables.push(...(inner?.variables ?? []));
    sections.push(...(inner?.sections ?? []));
  }
  return { variables, sections };
}

const once = (names: readonly string[]) => [...new Set(names)];
