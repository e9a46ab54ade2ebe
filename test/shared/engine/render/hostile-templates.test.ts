import fc from 'fast-check';
import { templateProperties } from '../../../../trials/fuzz/templates/properties.ts';
import { describe, test } from '../../../jest.ts';

describe('a hostile template', () => {
  test.each(Object.entries(templateProperties))('%s', async (_, property) => {
    await fc.assert(property, { numRuns: 500 });
  });
});
