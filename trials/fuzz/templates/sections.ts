import fc from 'fast-check';
import { weighted } from '../draw.ts';

/** Writes one text, or two texts of which only one is printed. */
type Write = (one: string, other: string) => string;

const shape = fc.constantFrom<(name: string) => Write>(
  (name) => (one) => section('#', name, one),
  (name) => (one) => section('^', name, one),
  (name) => (one, other) => section('#', name, one) + section('^', name, other),
  (name) => (one, other) => `${section('^', name, one)} ${section('#', name, other)}`,
);

function section(sigil: string, name: string, inner: string): string {
  return `{{${sigil}${name}}}${inner}{{/${name}}}`;
}

/** Names of a flag, a text, a list of texts and a list of records. */
const about = fc.constantFrom('n', 'c', 'l', 'm');

/** Writes a section around a text, or a choice between two. */
export const inSection: fc.Arbitrary<Write> = fc
  .tuple(shape, about)
  .map(([write, name]) => write(name));

/** Writes the first text unchanged, or in a section. */
export const sometimesInSection: fc.Arbitrary<Write> = fc.oneof(
  fc.constant<Write>((one) => one),
  inSection,
);

export const plainValue = fc.constantFrom(
  '{{a}}',
  '{{b|x}}',
  '{{o.p|}}',
  '{{a}}{{b|y}}',
  '{{%a}}',
  'x',
  '',
);

/** None, one or several placeholders, also in sections. */
export const value = weighted(
  [3, plainValue],
  [2, sectionOf(plainValue)],
  [1, fc.constantFrom('{{#l}}{{.}}{{/l}}', '{{#l}}{{.}} {{/l}}{{^l}}{{a}}{{/l}}')],
);

/** A section around a text, or a choice between two. */
export function sectionOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(inSection, inner, inner).map(([write, one, other]) => write(one, other));
}

/** Values for every name of `mailSource`: each section is skipped, entered or, for a list, repeated. */
export function mailVariables(value: fc.Arbitrary<string>) {
  const record = fc.record({ a: value });
  return fc.record({
    a: value,
    b: value,
    c: fc.oneof(fc.constant(''), value),
    o: fc.record({ p: value }),
    l: listOf(value),
    m: listOf(record),
    n: fc.boolean(),
  });
}

/** None, one or several items, equally likely. */
function listOf<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    fc.constant<T[]>([]),
    fc.array(item, { minLength: 1, maxLength: 1 }),
    fc.array(item, { minLength: 2, maxLength: 3 }),
  );
}
