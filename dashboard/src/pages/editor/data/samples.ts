import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { withDefaults } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, dataIn } from '../../../draft/test-data.ts';
import { type DataNode, dataTree, setValue } from './data-tree.ts';

const address = 'https://example.com/';

const byName: readonly [RegExp, string][] = [
  [/e-?mail/i, 'ada@example.com'],
  [/url|link|href|image|logo/i, address],
  [/amount|price|total|cost/i, '49.00'],
  [/quantity|count|number/i, '2'],
  [/date|day/i, '1 March 2027'],
  [/code|pin/i, '123456'],
  [/name|user|customer/i, 'Ada Lovelace'],
];

/** An address if `source` writes the variable into one, else by the name. */
function sampleOf(name: string, source: string): string {
  const tag = `\\{\\{\\s*${name.replaceAll(/[^\w\s]/g, '\\$&')}\\s*[|}]`;
  if (new RegExp(`(href|src)\\s*=\\s*["']?${tag}`).test(source)) return address;
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? `Sample ${name}`;
}

/** Adds a sample for each value that has neither a value nor a default. */
export function fillWithSamples(
  text: string,
  variables: readonly TemplateVariable[],
  source: string,
): string {
  const fill = (before: string) => {
    const data = dataIn(before);
    return data ? filled(before, dataTree(variables, data), source) : before;
  };
  // The second time fills the rows that the first time has added to lists.
  return fill(fill(text));
}

const filled = (text: string, nodes: readonly DataNode[], source: string): string =>
  nodes.reduce((now, node) => fillOne(now, node, source), text);

function fillOne(text: string, node: DataNode, source: string): string {
  switch (node.kind) {
    case 'group':
      return filled(text, node.fields, source);
    case 'list': {
      if (node.isGiven)
        return node.rows.reduce((now, row) => filled(now, row.fields, source), text);
      const item = node.blank === '' ? sampleOf(node.name, source) : node.blank;
      return setValue(text, node.path, [item, item]);
    }
    case 'flag':
      return node.isGiven ? text : setValue(text, node.path, true);
    case 'text':
      if (node.isGiven || node.fallback !== null) return text;
      return setValue(text, node.path, sampleOf(node.name, source));
    case 'json':
      return text;
  }
}

/** Each variable's value is its placeholder: the rendered text is then a template itself. */
export function selfNamingData(variables: readonly TemplateVariable[]): Data {
  const isPrinted = ({ uses }: TemplateVariable) => uses.includes('value') || uses.includes('raw');
  const printed = variables.filter(isPrinted).map(({ name, defaults: [fallback] }) => ({
    name,
    value: fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback}}}`,
  }));
  // They come after the printed names, so that a section whose name is printed too keeps its placeholder.
  const sections = variables.map(({ name }) => ({ name, value: true }));
  return withDefaults({}, [...printed, ...sections]);
}
