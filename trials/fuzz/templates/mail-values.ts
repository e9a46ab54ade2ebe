import fc from 'fast-check';
import { inSection } from './sections.ts';

export const plainValue = fc.constantFrom('{{a}}', '{{b|x}}', '{{o.p|}}', '{{a}}{{b|y}}', 'x', '');

/** One placeholder or several, or none, with sections around them. */
export const value = fc.oneof(
  { weight: 3, arbitrary: plainValue },
  { weight: 2, arbitrary: sectionOf(plainValue) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{{#l}}{{.}}{{/l}}', '{{#l}}{{.}} {{/l}}{{^l}}{{a}}{{/l}}'),
  },
);

/** Either text in a section, or one of them. */
export function sectionOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(inSection, inner, inner).map(([write, one, other]) => write(one, other));
}
