import { expect, test } from '@jest/globals';
import { isSameJson } from '../../../../dashboard/src/pages/flow/model/same-json.ts';
import {
  firstSender,
  senderSuggestions,
} from '../../../../dashboard/src/pages/flow/model/sender-words.ts';

test.each<[string[], string]>([
  [['acme.example', 'hi@acme.example'], 'hi@acme.example'],
  [['acme.example'], 'hello@acme.example'],
  [['*'], ''],
  [[], ''],
])('a flow whose identities are %j begins with the sender %j', (identities, sender) => {
  expect(firstSender(identities)).toBe(sender);
});

test.each<[string, string[]]>([
  ['', ['hello@acme.example', 'hi@other.example']],
  ['news', ['news@acme.example', 'hi@other.example']],
  ['news@ac', ['news@acme.example', 'hi@other.example']],
  ['Acme <news@', ['Acme <news@acme.example>', 'Acme <hi@other.example>']],
])('what is typed, %j, is completed with each identity', (typed, suggestions) => {
  expect(senderSuggestions(['*', 'acme.example', 'hi@other.example'], typed)).toEqual(suggestions);
});

test('two JSON values are the same whatever the order of their fields, not of their items', () => {
  expect(isSameJson({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson(null, {})).toBe(false);
});
