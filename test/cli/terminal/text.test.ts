import { sizeText } from '../../../cli/terminal/text.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [12_595, '12.3 KB'],
  [3 * 2 ** 20, '3 MB'],
  [2_516_582, '2.4 MB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
