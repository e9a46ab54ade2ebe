import { readFileSync } from 'node:fs';
import { clientTypes } from '../../../client/openapi/types.ts';
import { expect, test } from '../../jest.ts';

test('the client’s types equal the document: npm run openapi writes them', async () => {
  const types = readFileSync(new URL('../../../client/src/types.ts', import.meta.url), 'utf8');

  expect(types).toBe(await clientTypes());
});
