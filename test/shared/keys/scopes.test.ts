import { mayUse, mayUseTemplate, scopeNames } from '../../../shared/keys/scopes.ts';
import { expect, test } from '../../jest.ts';

test('a live key without scopes may render, execute and verify, and not read messages', () => {
  expect(scopeNames.filter((name) => mayUse({}, name))).toEqual(['render', 'execute', 'verify']);
  expect(mayUseTemplate({}, 'execute', 'welcome')).toBe(true);
});

test('a test key without scopes may read messages as well', () => {
  expect(scopeNames.filter((name) => mayUse({ test: {} }, name))).toEqual([...scopeNames]);
});

test('a key with scopes may use what they name, and nothing else', () => {
  const scopes = ['render', 'execute:sign-in', 'execute:invoice-*'];

  expect(scopeNames.filter((name) => mayUse({ scopes }, name))).toEqual(['render', 'execute']);
  expect(mayUseTemplate({ scopes }, 'render', 'welcome')).toBe(true);
  expect(
    ['sign-in', 'invoice-1', 'invoice-', 'invoice', 'sign-in-2', 'Sign-in', 'welcome'].filter(
      (templateId) => mayUseTemplate({ scopes }, 'execute', templateId),
    ),
  ).toEqual(['sign-in', 'invoice-1', 'invoice-']);
});

test('an empty list of scopes allows nothing', () => {
  expect(scopeNames.filter((name) => mayUse({ scopes: [], test: {} }, name))).toEqual([]);
});

test.each([
  [['messages'], ['sign-in', 'welcome']],
  [
    ['messages', 'execute'],
    ['sign-in', 'welcome'],
  ],
  [['messages', 'execute:sign-in'], ['sign-in']],
  [['messages:welcome'], ['welcome']],
  [['messages:welcome', 'execute:sign-in'], ['welcome']],
  [
    ['messages', 'messages:welcome', 'execute:sign-in'],
    ['sign-in', 'welcome'],
  ],
])('a key with the scopes %j reads the messages of the templates %j', (scopes, templates) => {
  const readable = ['sign-in', 'welcome'].filter((templateId) =>
    mayUseTemplate({ scopes }, 'messages', templateId),
  );

  expect(readable).toEqual(templates);
});
