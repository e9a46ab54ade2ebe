import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { withDefaults } from '../../../../../shared/engine/flow/variables.ts';
import { type Data, parseData } from '../../../draft/test-data.ts';
import { setValue } from './change-data.ts';
import { type DataNode, dataTree } from './data-tree.ts';

/** Each entry: a pattern of the variable's name, its sample, and another sample for the second row of a list. */
const byName: readonly [RegExp, string, string?][] = [
  [/\be ?mail\b/, 'ada@example.com', 'grace@example.com'],
  [/\b(first|given) ?name\b/, 'Ada', 'Grace'],
  [/\b(last|family|sur) ?name\b/, 'Lovelace', 'Hopper'],
  [/\b(image|logo|avatar|icon|photo|picture|src)\b/, 'https://example.com/image.png'],
  [/\b(url|link|href|website|homepage)\b/, 'https://example.com/'],
  [/\b(company|brand|organi[sz]ation|shop|store|business)\b/, 'Example Ltd'],
  [/\bcurrency\b/, 'EUR'],
  [/\b(amount|price|total|subtotal|tax|cost|fee|balance|sum)\b/, '49.00', '18.50'],
  [/\b(quantity|qty|count|number of)\b/, '2', '1'],
  [/\byear\b/, '2027'],
  [/\b(date|day|due|deadline|expires|expiry|until)\b/, '1 March 2027', '8 March 2027'],
  [/\b(time|hour)\b/, '14:30'],
  [/\b(phone|mobile|tel)\b/, '+44 20 7946 0000'],
  [/\b(code|otp|pin|token)\b/, '123456'],
  [/\b(percent|rate)\b/, '20'],
  [/\b(order|invoice|receipt|ticket|reference|ref|number|no|id)\b/, '1001', '1002'],
  [/\b(street|address)\b/, '1 Example Street'],
  [/\bcity\b/, 'London'],
  [/\b(zip|postcode|postal)\b/, 'SW1A 1AA'],
  [/\bcountry\b/, 'United Kingdom'],
  [/\b(title|product|item|article)\b/, 'Notebook', 'Fountain pen'],
  [/\b(text|message|description|note|comment|body)\b/, 'A short text.', 'Another short text.'],
  [
    /\b(user|customer|person|recipient|sender)?\s*name\b|\b(user|customer|recipient|sender)\b/,
    'Ada Lovelace',
    'Grace Hopper',
  ],
];

/** A value that a mail could have: by the variable's name, and by whether `source` writes it into an address. */
function sampleOf(name: string, source: string, row = 0): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();
  const isAddress = new RegExp(`(href|src)\\s*=\\s*["']?\\{\\{\\s*${escaped(name)}\\s*[|}]`).test(
    source,
  );
  const [, first, second] = byName.find(([pattern]) => pattern.test(words)) ?? [];
  if (isAddress && !first?.startsWith('https:')) return 'https://example.com/';
  if (first === undefined) return row === 0 ? `Sample ${words}` : `Another ${words}`;
  return row === 0 ? first : (second ?? first);
}

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text of the test data with a sample for each value that has neither a value nor a default. */
export function fillWithSamples(
  text: string,
  variables: readonly TemplateVariable[],
  source: string,
): string {
  const parsed = parseData(text);
  if (!parsed.ok) return text;
  // A list of two rows has no fields before the rows are there.
  const withRows = filled(text, dataTree(variables, parsed.data), source);
  const again = parseData(withRows);
  return again.ok ? filled(withRows, dataTree(variables, again.data), source) : withRows;
}

function filled(text: string, nodes: readonly DataNode[], source: string, row = 0): string {
  return nodes.reduce((now, node) => fillOne(now, node, source, row), text);
}

function fillOne(text: string, node: DataNode, source: string, row: number): string {
  switch (node.kind) {
    case 'group':
      return filled(text, node.fields, source, row);
    case 'list': {
      if (node.isGiven) {
        return node.rows.reduce(
          (now, { fields }, index) => filled(now, fields, source, index),
          text,
        );
      }
      const isPlain = node.blank === '';
      const rows = [0, 1].map((index) =>
        isPlain ? sampleOf(node.name, source, index) : node.blank,
      );
      return setValue(text, node.path, rows);
    }
    case 'flag':
      return node.isGiven ? text : setValue(text, node.path, true);
    case 'text':
      if (node.isGiven || node.fallback !== null) return text;
      return setValue(text, node.path, sampleOf(node.name, source, row));
    case 'json':
      return text;
  }
}

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
  // They come after the printed names, so that a section whose name is printed too keeps its placeholder.
  const sections = variables.map(({ name }) => ({ name, value: true }));
  return withDefaults({}, [...printed, ...sections]);
}
