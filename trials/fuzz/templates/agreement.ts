import fc from 'fast-check';
import Mustache from 'mustache';
import { joined } from '../draw.ts';
import { fail } from '../property-run.ts';
import { compileAsSaved, renderedHtml } from './invariants.ts';

const entities = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
);

/** Renders with mustache.js, but with our escape: its own also escapes `/`, `=` and the backtick. */
export function renderWithMustache(template: string, variables: object): string {
  const escapeValue = (value: unknown) =>
    String(value).replace(/[&<>"']/g, (found) => entities.get(found) ?? '');
  return Mustache.render(template, variables, undefined, { escape: escapeValue });
}

const space = fc.constantFrom('', '', ' ', '\t', '  ');
const lineEnd = fc.constantFrom('', '\n', '\r\n', ' \n', '\n\n');
const name = fc.constantFrom('a', 'b', 'c.d', 'c', 'l', 'm', '.', 'c.l.0', 'l.length', 's.length');

const spaces = ['', ' ', 'x', '\n', ' \n', '\r\n', '\n\n', '}', '}}', '{ ', ' y\n  ', '\u00a0'];
const markup = ['<p class="x">', '</p>', '&amp;', '<!-- y -->', '\u{1f600}'];
const text = fc.constantFrom(...spaces, ...markup);
const placeholder = fc
  .tuple(fc.constantFrom(['{{', '}}'], ['{{{', '}}}'], ['{{&', '}}']), space, name)
  .map(([[open, close], white, variable]) => `${open}${white}${variable}${white}${close}`);
const comment = fc.tuple(space, space, lineEnd).map(([a, b, end]) => `${a}{{! a\n b }}${b}${end}`);

/** A template in the grammar that mustache.js and postrider share. */
export const commonTemplate = fc.letrec<{ template: string; piece: string; section: string }>(
  (tie) => ({
    template: joined(tie('piece'), { maxLength: 6 }),
    piece: fc.oneof({ maxDepth: 3 }, text, placeholder, comment, tie('section')),
    section: fc
      .tuple(fc.constantFrom('#', '^'), name, space, space, lineEnd, tie('template'), lineEnd)
      .map(
        ([sigil, variable, before, inside, end, content, last]) =>
          `${before}{{${inside}${sigil}${inside}${variable}}}${end}${content}${before}{{/${inside}${variable}}}${last}`,
      ),
  }),
).template;

const plain = fc.oneof(fc.constantFrom('', 'v', '<&>"\'', '0'), fc.integer({ min: -2, max: 9 }));
const item = fc.oneof(plain, fc.record({ a: plain, b: plain }, { requiredKeys: [] }));
/** Values of each kind that mustache.js and postrider both print. */
export const commonVariables = fc.record({
  a: fc.oneof(plain, fc.boolean()),
  b: fc.oneof(plain, item),
  c: fc.record({ d: plain, l: fc.array(plain, { maxLength: 2 }) }),
  l: fc.array(item, { maxLength: 3 }),
  m: fc.oneof(fc.boolean(), fc.array(item, { maxLength: 2 })),
  s: fc.constantFrom('', 'abc'),
});

/**
 * Throws if mustache.js and postrider render differently. Returns false if they cannot be compared: a variable has no
 * printable value, so that mustache.js prints nothing, `[object Object]` or a joined array; or a placeholder is at a
 * place where none is allowed.
 */
export function agreesWithMustache(html: string, variables: Record<string, unknown>): boolean {
  const compiled = compileAsSaved(html);
  const rendered = 'html' in compiled ? renderedHtml(compiled, variables) : null;
  if (rendered === null) return false;
  const wanted = renderWithMustache(html, variables);
  if (rendered !== wanted) fail(`${JSON.stringify(rendered)} is not ${JSON.stringify(wanted)}`);
  return true;
}
