import {
  checkKeyOptions,
  type KeyOptions,
  readKeyOptions,
  writtenKeyOptions,
} from '../../../shared/manage/key-options.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { describe, expect, test } from '../../jest.ts';

describe('the allow-list of a test key', () => {
  test('it is kept in lower case, with domains in A-labels, and no entry twice', () => {
    const allow = ['@ACME.example', 'Eva@X.example', '@bücher.example', 'a@Bücher.example'];

    const checked = checkKeyOptions({
      test: { allow: [...allow, '@acme.EXAMPLE', allow[1] ?? ''] },
    });

    expect(checked.test?.allow).toEqual([
      '@acme.example',
      'eva@x.example',
      '@xn--bcher-kva.example',
      'a@xn--bcher-kva.example',
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
  ])('the entry %j is refused with the reason', (entry, reason) => {
    const { problems } = refusal({ test: { allow: ['@fine.example', entry] } });

    expect(problems).toEqual([
      { code: 'bad-address', field: 'allow', message: expect.stringContaining(reason) },
    ]);
    expect(problems[0]?.message).toContain(JSON.stringify(entry));
  });

  test('twenty entries of 1,000 characters together are accepted, and one more of either is refused', () => {
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
});

describe('the mode of a key', () => {
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
});

describe('the scopes of a key', () => {
  test('names, templates and beginnings of templates are accepted, and no scope is kept twice', () => {
    const scopes = ['render', 'execute:sign-in', 'execute:invoice-*', 'messages:*', 'verify'];

    expect(checkKeyOptions({ scopes: [...scopes, 'render'] })).toEqual({ scopes });
  });

  test.each([
    [
      'exceute',
      '"exceute" is not a scope (did you mean "execute"?): the scopes are render, execute, verify and messages',
    ],
    [
      'Execute:welcome',
      '"Execute:welcome" is not a scope (did you mean "execute"?): the scopes are render, execute, verify and messages',
    ],
    ['admin', '"admin" is not a scope: the scopes are render, execute, verify and messages'],
    ['verify:welcome', '"verify:welcome" is not a scope: verify has no templates'],
    ...['execute:', 'execute:*x', 'execute:in*ce', 'execute:a**', 'execute:a b', 'execute:a:b'].map(
      (scope) => [
        scope,
        `"${scope}" is not a scope: after the colon comes a template's id, or the beginning of one and a *, as in execute:invoice-*`,
      ],
    ),
  ])('the scope %j is refused', (scope, message) => {
    expect(refusal({ scopes: ['render', scope] }).problems).toEqual([
      { code: 'bad-scope', field: 'scopes', message },
    ]);
  });

  test('an empty list, 21 scopes and more than 500 characters are refused', () => {
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
