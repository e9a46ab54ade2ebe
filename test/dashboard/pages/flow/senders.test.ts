import {
  firstSender,
  senderSuggestions,
} from '../../../../dashboard/src/pages/flow/model/senders.ts';
import { expect, test } from '../../../jest.ts';

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
