import { isNamedSecret, maskSecrets, maskText } from '../../../shared/message/mask-secrets.ts';
import { expect, test } from '../../jest.ts';

test('masking puts a dot in place of each character of a secret text or number, and leaves other values', () => {
  const variables = { code: 'aB3-😀', otp: 1234, name: 'Ada', empty: '' };

  const masked = { code: '•••••', otp: '••••', name: 'Ada', empty: '' };
  expect(maskSecrets(variables, ['code', 'otp', 'empty'])).toEqual(masked);
});

test('a secret name means every value of this name, also in objects and in the items of lists', () => {
  const variables = {
    user: { code: 'abc', name: 'Ada' },
    items: [{ code: 'de', title: 'One' }, { code: null }],
  };

  expect(maskSecrets(variables, ['code'])).toEqual({
    user: { code: '•••', name: 'Ada' },
    items: [{ code: '••', title: 'One' }, { code: null }],
  });
});

test('a secret name with a dot means only the values in that object or list', () => {
  const variables = { code: 'abc', user: { code: 'abc' }, a: { user: [{ code: 'abc' }] } };

  expect(maskSecrets(variables, ['user.code'])).toEqual({
    code: 'abc',
    user: { code: '•••' },
    a: { user: [{ code: '•••' }] },
  });
});

test('all texts and numbers of a secret object or list are masked, and what decides about sections stays', () => {
  const variables = {
    sign: { link: 'https', tries: 3, isNew: false, more: null },
    codes: ['a', ['b']],
  };

  expect(maskSecrets(variables, ['sign', 'codes'])).toEqual({
    sign: { link: '•••••', tries: '•', isNew: false, more: null },
    codes: ['•', ['•']],
  });
});

test('a name with a dot in the data, and a name of every object, are masked too', () => {
  const variables = JSON.parse('{"user.code": "abc", "__proto__": {"code": "abc"}}');

  expect(JSON.stringify(maskSecrets(variables, ['user.code', '__proto__']))).toBe(
    '{"user.code":"•••","__proto__":{"code":"•••"}}',
  );
});

test('masking leaves the request’s own variables as they are', () => {
  const variables = { user: { code: 'abc' } };

  maskSecrets(variables, ['code']);

  expect(variables).toEqual({ user: { code: 'abc' } });
});

test('masking a text replaces every value of a secret variable in it, the longest first', () => {
  const variables = { code: 12, token: '1234', name: '9' };

  expect(maskText('Hello 9: 1234, 12', variables, ['code', 'token'])).toBe('Hello 9: ••••, ••');
});

test.each([
  [['code'], ['code'], true],
  [['items', 'code'], ['code'], true],
  [['user', 'code'], ['user'], true],
  [['user', 'code'], ['user.code'], true],
  [['code'], ['user.code'], false],
  [['codes'], ['code'], false],
])('a variable at %j with the secrets %j is named a secret: %j', (path, secret, isNamed) => {
  expect(isNamedSecret(path, secret)).toBe(isNamed);
});
