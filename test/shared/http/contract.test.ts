import * as z from 'zod/mini';
import { headerRecord } from '../../../shared/execute/send-fields.ts';
import { checkContract, jsonObject, requiredString } from '../../../shared/http/contract.ts';
import { headersProblem } from '../../../shared/message/mail-headers.ts';
import { expect, test } from '../../jest.ts';

const contract = z.object({
  id: requiredString,
  variables: z.optional(jsonObject),
  _to: z.optional(z.string()),
  _headers: z.optional(headerRecord),
});

test('V15.3.3 checking a contract returns the named fields and ignores the others', () => {
  const request = checkContract(contract, { id: 'a', variables: { b: null }, other: 1 });

  expect(request).toEqual({ id: 'a', variables: { b: null } });
});

test.each([
  [{}, 'id is required'],
  [{ id: null }, 'id is required'],
  [{ id: '' }, 'id is required'],
  [{ id: 7 }, 'id must be a string, found a number'],
  [{ id: ['a'] }, 'id must be a string, found an array'],
  [{ id: { a: 1 } }, 'id must be a string, found an object'],
  [{ id: true }, 'id must be a string, found a boolean'],
  [{ id: 'a', variables: 'b' }, 'variables must be an object, found a string'],
  [{ id: 'a', variables: '' }, 'variables must be an object, found a string'],
  [{ id: 'a', variables: [] }, 'variables must be an object, found an array'],
  [{ id: 'a', _to: 5 }, '_to must be a string, found a number'],
  [{ id: 'a', _headers: [] }, '_headers must be an object, found an array'],
  [{ id: 'a', _headers: { 'X-A': 5 } }, '_headers.X-A must be a string, found a number'],
  [{ id: 'a', _headers: { 'X-A': null } }, '_headers.X-A must be a string, found null'],
])('V2.2.1 V2.2.2 V15.3.5 the contract refuses %j', (body, sentence) => {
  expect(() => checkContract(contract, body)).toThrow(sentence);
});

test('an empty _sendAt is given: "not given" would send the mail at once', () => {
  const timed = z.looseObject({ _sendAt: z.optional(z.string()) });

  expect(checkContract(timed, { _sendAt: '', other: 1 })).toEqual({ _sendAt: '' });
  expect(checkContract(timed, { _sendAt: null })).toEqual({});
});

test('null means "not given" for an optional field, and so does an empty text for a delivery field', () => {
  expect(checkContract(contract, { id: 'a', variables: null, _to: '' })).toEqual({ id: 'a' });
});

test('the first wrong field in the order of the contract is named first', () => {
  expect(() => checkContract(contract, { variables: 1 })).toThrow('id is required');
});

test.each([
  ['{"__proto__":"a"}', '_headers: __proto__ is not a header that may be set'],
  [
    `{${Array.from({ length: 11 }, (_, at) => `"X-${at}":0`)}}`,
    '_headers has more than 10 entries',
  ],
])('no header is lost or read before all are counted: %s', (headers, error) => {
  const { _headers } = checkContract(contract, { id: 'a', _headers: JSON.parse(headers) });

  expect(headersProblem(_headers)).toMatchObject({ error });
});
