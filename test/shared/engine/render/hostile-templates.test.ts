import fc from 'fast-check';
import { describe, test } from 'vitest';
import { templateProperties } from '../../../../trials/fuzz/templates/properties.ts';

describe('a hostile template', () => {
  test.each(Object.entries(templateProperties))('%s', async (_, property) => {
    await fc.assert(property, { numRuns: 500 });
  });
});
