import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { Draft } from '../../../draft/draft.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';
import type { KnownNames } from './complete-tag.ts';

/** The names that the template, its flow and its test data have, each once, in this order. */
export function namesIn(
  { flow, testData }: Pick<Draft, 'flow' | 'testData'>,
  variables: readonly TemplateVariable[],
): Omit<KnownNames, 'partials'> {
  const parsed = parseData(testData);
  const ofData = parsed.ok ? namesOf(parsed.data) : { variables: [], sections: [] };
  const asSections = variables.filter(({ uses }) => uses.includes('section'));
  return {
    variables: once([
      ...variables.map(({ name }) => name),
      ...namesInFlow(flow),
      ...ofData.variables,
    ]),
    sections: once([...asSections.map(({ name }) => name), ...ofData.sections]),
  };
}

/** The names that the flow's nodes of variables list. A flow that cannot be read has none. */
function namesInFlow(flow: unknown): string[] {
  const nodes = within(flow, 'nodes').flatMap((node) => within(node, 'variables'));
  return nodes.flatMap((each) =>
    isData(each) && typeof each.name === 'string' ? [each.name] : [],
  );
}

function within(value: unknown, key: string): unknown[] {
  const list = isData(value) ? value[key] : null;
  return Array.isArray(list) ? list : [];
}

/** The names in data: `customer.name` within an object, `title` in a list's items. */
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
