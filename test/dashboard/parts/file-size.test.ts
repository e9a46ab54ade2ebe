import { fileSize } from '../../../dashboard/src/parts/file-size.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [1, '1 byte'],
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1024 * 1023.4, '1023 KB'],
  [1024 * 1023.6, '1.0 MB'],
  [3 * 1024 * 1024, '3.0 MB'],
])('a file of %d bytes is shown as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
