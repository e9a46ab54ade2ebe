import { deliveryWords } from '../../../dashboard/src/parts/delivery-words.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [204, null, 'The receiver accepted it: it answered 204.'],
  [401, 'the receiver answered 401', 'It was not accepted: the receiver answered 401.'],
  [null, 'no answer within 15 s', 'It was not accepted: no answer within 15 s.'],
])('an answer %j with the error %j reads "%s"', (status, error, words) => {
  expect(deliveryWords({ status, error })).toBe(words);
});
