import {
  checkKeyOptions,
  type KeyOptions,
  readKeyOptions,
  writtenKeyOptions,
} from '../../../shared/manage/key-options.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { expect, test } from '../../jest.ts';

test('an allow-list is kept in lower case, with domains in A-labels, and no entry twice', () => {
  const allow = ['@ACME.example', 'Eva@X.example', '@bücher.example', 'a@Bücher.example'];
  const again = ['@acme.EXAMPLE', 'Eva@X.example'];

  expect(checkKeyOptions({ test: { allow: [...allow, ...again] } }).test?.allow).toEqual([
    ...['@acme.example', 'eva@x.example', '@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ]);
});

test.each([
  ['"@acme.example"@evil.example', 'it has more than one @'],
  ['acme.example', 'write @acme.example for the whole domain'],
  ['acme', 'it has no @'],
  ['@acme', 'the domain has no dot'],
  ['@', 'there is nothing after the @'],
  ['@*.acme.example', 'the domain may contain only letters'],
  ['*@acme.example', 'write @acme.example for the whole domain'],
  [' eva@x.example', 'it has white space before or after it'],
  ['eva@x.example, ada@x.example', 'it has more than one @'],
  ['', 'it is empty'],
])('the entry %j of an allow-list is refused with the reason', (entry, reason) => {
  const { problems } = refusal({ test: { allow: ['@fine.example', entry] } });

  expect(problems).toEqual([
    { code: 'bad-address', field: 'allow', message: expect.stringContaining(reason) },
  ]);
  expect(problems[0]?.message).toContain(JSON.stringify(entry));
});

test('an allow-list of twenty entries of 1,000 characters together is accepted, and one more of either is refused', () => {
  const domains = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) =>
      `@${String.fromCharCode(97 + at).repeat(length - 9)}.example`.slice(0, length),
    );

  expect(checkKeyOptions({ test: { allow: domains(20, 50) } }).test?.allow).toHaveLength(20);
  expect(refusal({ test: { allow: domains(21, 20) } }).sentence).toBe(
    'allow must not have more than 20 entries',
  );
  expect(refusal({ test: { allow: domains(20, 51) } }).sentence).toBe(
    'allow must not have more than 1000 characters together',
  );
});

test('a live key with a redirect or an allow-list is refused, and both fields are named', () => {
  const read = () =>
    readKeyOptions({ mode: 'live', redirectTo: 'qa@acme.example', allow: ['@acme.example'] });

  expect(read).toThrow('redirectTo is only for a test key; allow is only for a test key');
});

test('an empty allow-list is none, and a key shows its options as they were given', () => {
  const scopes = ['render'];

  expect(readKeyOptions({ mode: 'live', allow: [], scopes })).toEqual({ scopes });
  const captured = checkKeyOptions(readKeyOptions({ mode: 'test', allow: [] }));
  expect(captured).toEqual({ test: {} });
  expect(writtenKeyOptions(captured)).toEqual({ mode: 'test' });
  const written = { mode: 'test' as const, redirectTo: 'qa@acme.example', scopes };
  expect(writtenKeyOptions(checkKeyOptions(readKeyOptions(written)))).toEqual(written);
});

test('a redirect that is not one address is refused at its field', () => {
  const { problems } = refusal({ test: { redirectTo: 'qa@acme.example, b@acme.example' } });

  expect(problems).toMatchObject([{ code: 'bad-address', field: 'redirectTo' }]);
});

test('scopes are names, templates and beginnings of templates, and none is kept twice', () => {
  const scopes = ['render', 'execute:sign-in', 'execute:invoice-*', 'messages:*', 'verify'];

  expect(checkKeyOptions({ scopes: [...scopes, 'render'] })).toEqual({ scopes });
});

const known =
  "the scopes are render, execute, verify and messages, all but verify also with a template's id, or the beginning of one and a *, as in execute:invoice-*";

test.each([
  ['exceute', ' (did you mean "execute"?)'],
  ['Execute:welcome', ' (did you mean "execute"?)'],
  ...['admin', 'verify:welcome', 'execute:', 'execute:*x', 'execute:in*ce', 'execute:a**'].map(
    (scope) => [scope, ''],
  ),
  ...['execute:a b', 'execute:a:b', 'execute:a:'].map((scope) => [scope, '']),
])('the scope %j is refused', (scope, meant) => {
  const message = `"${scope}" is not a scope${meant}: ${known}`;
  const { problems } = refusal({ scopes: ['render', scope] });

  expect(problems).toEqual([{ code: 'bad-scope', field: 'scopes', message }]);
});

test('an empty list of scopes, 21 of them and more than 500 characters are refused', () => {
  const scopes = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `execute:${at}`.padEnd(length, 'x'));

  expect(checkKeyOptions({ scopes: scopes(20, 25) }).scopes).toHaveLength(20);
  expect(refusal({ scopes: [] }).sentence).toBe('scopes must have at least one scope');
  expect(refusal({ scopes: scopes(21, 10) }).sentence).toBe(
    'scopes must not have more than 20 entries',
  );
  expect(refusal({ scopes: scopes(20, 26) }).sentence).toBe(
    'scopes must not have more than 500 characters together',
  );
});

function refusal(options: KeyOptions) {
  try {
    checkKeyOptions(options);
  } catch (error) {
    if (error instanceof ManageError) return { sentence: error.message, problems: error.details };
    throw error;
  }
  throw new Error('The options were accepted');
}
