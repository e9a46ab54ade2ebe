import { expect, test } from '@jest/globals';
import { type Intent, intentOf } from '../../../../dashboard/src/pages/editor/send/intent.ts';

test('a request that is tried again keeps its key, and another one has its own', () => {
  const keys = ['one', 'two', 'three'];
  const newKey = () => keys.shift() ?? '';
  const intents: (Intent | null)[] = [null];
  for (const to of ['a@b.example', 'a@b.example', 'c@b.example']) {
    intents.push(intentOf(intents.at(-1) ?? null, { to }, newKey));
  }

  expect(intents.slice(1).map((intent) => intent?.key)).toEqual(['one', 'one', 'two']);
});
