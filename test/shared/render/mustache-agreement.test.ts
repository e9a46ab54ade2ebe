import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  agreesWithMustache,
  commonTemplate,
  commonVariables,
} from '../../../fuzz/templates/agreement.ts';

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
