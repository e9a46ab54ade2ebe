import { answerForError } from '../../../../shared/adapters/dns/dns.ts';
import { expect, test } from '../../../jest.ts';

const queryError = (code: string) => Object.assign(new Error(code), { code, syscall: 'queryMx' });

test.each([
  ['ENODATA', 'no data'],
  ['ENOTFOUND', 'no such domain'],
  ['EBADNAME', 'no such domain'],
  ['ESERVFAIL', 'no answer'],
  ['EREFUSED', 'no answer'],
  ['ETIMEOUT', 'no answer'],
  ['ECONNREFUSED', 'no answer'],
  ['EBADRESP', 'no answer'],
  ['EFORMERR', 'no answer'],
  ['ENOTIMP', 'no answer'],
  ['ECANCELLED', 'no answer'],
  ['ENOMEM', 'no answer'],
])('the DNS error %s means "%s"', (code, answer) => {
  expect(answerForError(queryError(code))).toBe(answer);
});

test.each([
  ['a refused argument', Object.assign(new Error('bad name'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a fault of another call', Object.assign(new Error('denied'), { code: 'E', syscall: 'open' })],
  ['a mistake in our own code', new TypeError('x is undefined')],
])('%s is thrown again', (_what, fault) => {
  expect(() => answerForError(fault)).toThrow(fault);
});
