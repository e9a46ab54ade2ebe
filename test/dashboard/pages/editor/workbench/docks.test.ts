import { readDocks } from '../../../../../dashboard/src/pages/editor/workbench/docks.ts';
import { expect, test } from '../../../../jest.ts';

const usual = { source: 54, data: 240, isDataOpen: true };

test.each([
  [
    'what an author set',
    '{"source":40,"data":300,"isDataOpen":false}',
    { source: 40, data: 300, isDataOpen: false },
  ],
  ['nothing', undefined, usual],
  ['a source that would hide the rest', '{"source":100}', usual],
  ['no JSON', '{', usual],
])('the arrangement of the workbench is read: %s', (_what, stored, docks) => {
  expect(readDocks(stored)).toEqual(docks);
});
