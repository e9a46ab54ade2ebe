import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import { renderDraft } from '../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../jest.ts';
import {
  comments,
  interpolation,
  inverted,
  type SpecificationCase,
  sections,
} from './mustache-specification.ts';
import { storedTemplate } from './rendering.ts';

/** Cases that are refused on purpose because a variable has no value. The specification prints nothing. */
const missing: Readonly<Record<string, string>> = {
  'Null Interpolation: Basic': 'a',
  'Null Interpolation: Triple Mustache': 'a',
  'Null Interpolation: Ampersand': 'a',
  'Context Miss Interpolation: Basic': 'a',
  'Context Miss Interpolation: Triple Mustache': 'a',
  'Context Miss Interpolation: Ampersand': 'a',
  'Dotted Names - Broken Chains': 'a.b.c',
  'Dotted Names - Broken Chain Resolution': 'a.b.c.name',
  'Dotted Names - Context Precedence': 'b.c',
  'Dotted Names are never single keys': 'a.b',
};

/** Cases that differ on purpose: braces of a value are escaped, so that HTML never contains a raw `{{`. */
const escaped: Readonly<Record<string, string>> = {
  'No Re-interpolation': '&#123;&#123;b&#125;&#125; x',
};

/** Our data are always objects; some of the specification's are not. This changes only the type. */
const variables = (data: unknown) => data as Record<string, unknown>;

const others = [...sections, ...inverted, ...comments];
const names = interpolation.map(([name]) => name);

test.each(interpolation.filter(([name]) => !(name in missing) && !(name in escaped)))(
  'interpolation: %s',
  printsAsSpecified,
);
test.each(sections)('sections: %s', printsAsSpecified);
test.each(inverted)('inverted sections: %s', printsAsSpecified);
test.each(comments)('comments: %s', printsAsSpecified);

test('the core of the Mustache specification has 110 cases, and each exception is one of them', () => {
  expect(interpolation.length + others.length).toBe(110);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(missing), ...Object.keys(escaped)]));
});

const cases = interpolation.filter(([name]) => name in missing);

test.each(cases)('a placeholder without value is refused: %s', (name, data, template, expected) => {
  const stored = storedTemplate({ html: template });

  const rendering = renderContent(stored, variables(data));
  const draft = renderDraft(stored, variables(data));

  expect(rendering).toEqual({ outcome: 'missing', names: [missing[name]] });
  expect(draft.html).toBe(expected);
});

test.each(cases)('a placeholder without a value prints its default: %s', (_, data, template) => {
  const html = template.replace(/[\w.]+(?=\}\}+\{\{\/|\}\}+\)|\}\}+$)/, '$&|x');

  const rendering = renderContent(storedTemplate({ html }), variables(data));

  expect(rendering).toHaveProperty('html', expect.stringMatching(/^\(?x\)?$/));
});

test.each(interpolation.filter(([name]) => name in escaped))(
  'a value’s braces are printed as entities: %s',
  (name, data, template) => {
    const rendering = renderContent(storedTemplate({ html: template }), variables(data));

    expect(rendering).toHaveProperty('html', escaped[name]);
  },
);

function printsAsSpecified(...[, data, template, expected]: SpecificationCase) {
  const rendering = renderContent(storedTemplate({ html: template }), variables(data));

  expect(rendering).toHaveProperty('html', expected);
}
