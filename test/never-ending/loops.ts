import { test } from '../jest.ts';

test('a loop', () => {
  for (;;);
});
