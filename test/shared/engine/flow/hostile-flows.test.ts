import fc from 'fast-check';
import { flowProperties } from '../../../../trials/fuzz/flows/properties.ts';
import { test } from '../../../jest.ts';

test.each(Object.entries(flowProperties))('%s', async (_, property) => {
  await fc.assert(property, { numRuns: 500 });
});
