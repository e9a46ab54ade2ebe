import fc from 'fast-check';
import Mustache from 'mustache';
import {
  agreesWithMustache,
  commonTemplate,
  commonVariables,
} from '../../../../trials/fuzz/templates/agreement.ts';
import { expect, test } from '../../../jest.ts';
import { renderHtml } from './rendering.ts';

test('the common grammar renders as in mustache.js, white space included', () => {
  let compared = 0;

  fc.assert(
    fc.property(commonTemplate, commonVariables, (html, variables) => {
      compared += agreesWithMustache(html, variables) ? 1 : 0;
    }),
    { numRuns: 1500 },
  );

  expect(compared).toBeGreaterThan(500);
});

test('a dotted name is searched further out in mustache.js, and not here', () => {
  const html = '{{#a}}{{b.c}}{{/a}}';
  const variables = { a: { b: {} }, b: { c: 'OTHER' } };

  expect(Mustache.render(html, variables)).toBe('OTHER');
  expect(() => renderHtml(html, variables)).toThrow('missing: b.c');
});
