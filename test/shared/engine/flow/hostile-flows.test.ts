import fc from 'fast-check';
import { flowProperties } from '../../../../trials/fuzz/flows/properties.ts';
import { describe, test } from '../../../jest.ts';

describe('a hostile flow', () => {
  test.each(Object.entries(flowProperties))('%s', async (_, property) => {
    await fc.assert(property, { numRuns: 500 });
  });
});
