import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { flowGraph } from '../../../../../shared/engine/flow/graph.ts';
import type { Draft } from '../../../draft/draft.ts';
import { type Data, isData, parseData } from '../../../draft/test-data.ts';
import type { KnownNames } from './complete-tag.ts';

/** The names that the template, its flow and its test data have, each once, in this order. */
export function namesIn(
  { flow, testData }: Pick<Draft, 'flow' | 'testData'>,
  variables: readonly TemplateVariable[],
): Omit<KnownNames, 'partials'> {
  const ofFlow = flowGraph.safeParse(flow).data?.nodes ?? [];
  const parsed = parseData(testData);
  const ofData = parsed.ok ? namesOf(parsed.data) : { variables: [], sections: [] };
  const asSections = variables.filter(({ uses }) => uses.includes('section'));
  return {
    variables: once([
      ...variables.map(({ name }) => name),
      ...ofFlow.flatMap((node) =>
        node.type === 'variables' ? node.variables.map(({ name }) => name) : [],
      ),
      ...ofData.variables,
    ]),
    sections: once([...asSections.map(({ name }) => name), ...ofData.sections]),
  };
}

/** The names in data: `customer.name` within an object, `title` in a list's items. */
function namesOf(data: Data, prefix = ''): Omit<KnownNames, 'partials'> {
  const variables: string[] = [];
  const sections: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = `${prefix}${key}`;
    const [item] = Array.isArray(value) ? value : [];
    const within = isData(value) ? namesOf(value, `${name}.`) : isData(item) ? namesOf(item) : null;
    if (within === null && !Array.isArray(value)) variables.push(name);
    else sections.push(name);
    variables.push(...(within?.variables ?? []));
    sections.push(...(within?.sections ?? []));
  }
  return { variables, sections };
}

const once = (names: readonly string[]) => [...new Set(names)];
