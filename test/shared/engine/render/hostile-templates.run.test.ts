import fc from 'fast-check';
import { templateProperties } from '../../../../trials/fuzz/templates/properties.ts';
import { test } from '../../../jest.ts';

test.each(Object.entries(templateProperties))('%s', async (_, property) => {
  await fc.assert(property, { numRuns: 500 });
});
