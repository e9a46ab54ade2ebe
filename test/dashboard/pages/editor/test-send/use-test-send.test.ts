import {
  type Intent,
  intentOf,
} from '../../../../../dashboard/src/pages/editor/test-send/use-test-send.ts';
import { expect, test } from '../../../../jest.ts';

test('a test mail that is tried again keeps its Idempotency-Key, and another one gets a new key', () => {
  const keys = ['one', 'two', 'three'];
  const newKey = () => keys.shift() ?? '';
  const intents: (Intent | null)[] = [null];
  for (const to of ['a@b.example', 'a@b.example', 'c@b.example']) {
    intents.push(intentOf(intents.at(-1) ?? null, { to }, newKey));
  }

  expect(intents.slice(1).map((intent) => intent?.key)).toEqual(['one', 'one', 'two']);
});
