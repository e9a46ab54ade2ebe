import fc from 'fast-check';
import { describe, test } from 'vitest';
import { flowProperties } from '../../../../trials/fuzz/flows/properties.ts';

describe('a hostile flow', () => {
  test.each(Object.entries(flowProperties))('%s', async (_, property) => {
    await fc.assert(property, { numRuns: 500 });
  });
});
