import {
  beginningsOf,
  deliveryWordsOf,
  type ScopeChoice,
  scopesOf,
  scopeWords,
} from '../../../../dashboard/src/pages/settings/key-words.ts';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { expect, test } from '../../../jest.ts';

const choice = (change: Partial<ScopeChoice>): ScopeChoice => ({
  ...{ render: false, execute: false, verify: false, messages: false, templates: [] },
  ...change,
});

test.each([
  [{ mode: 'live', scopes: null }, 'Render, execute, verify'],
  [{ mode: 'test', scopes: null }, 'Render, execute, verify, messages'],
  [{ mode: 'live', scopes: ['messages'] }, 'Messages'],
  [
    { mode: 'live', scopes: ['execute:a', 'execute:b-*', 'verify', 'render'] },
    'Execute: a, b-*; verify, render',
  ],
  [{ mode: 'live', scopes: ['execute', 'execute:a'] }, 'Execute'],
] as const)('the scopes %j of a key are in words: %s', (key, words) => {
  expect(scopeWords({ ...key, scopes: key.scopes && [...key.scopes] })).toBe(words);
});

test.each([
  [choice({ render: true, verify: true }), ['render', 'verify']],
  [
    choice({ render: true, execute: true, messages: true, templates: ['a', 'b-*'] }),
    ['render:a', 'render:b-*', 'execute:a', 'execute:b-*', 'messages'],
  ],
  [choice({ render: true, messages: true, templates: ['a'] }), ['render:a', 'messages:a']],
  [choice({ messages: true }), ['messages']],
  [choice({}), []],
])('a choice of uses and templates makes scopes', (chosen, scopes) => {
  expect(scopesOf(chosen)).toEqual(scopes);
});

test('a beginning that several ids share can be chosen instead of each of them', () => {
  expect(beginningsOf(['invoice-de', 'invoice-paid', 'receipt', 'sign-in'])).toEqual(['invoice-*']);
});

test.each([
  [{ mode: 'live', redirectTo: null, allow: [] }, ''],
  [{ mode: 'test', redirectTo: null, allow: [] }, 'Captures mails'],
  [{ mode: 'test', redirectTo: 'qa@a.example', allow: [] }, 'Redirects mails to qa@a.example'],
  [
    { mode: 'test', redirectTo: null, allow: ['@a.example'] },
    'Sends to @a.example; captures other mails',
  ],
] as const)('where the mails of a key go is in words: %j', (key, words) => {
  expect(deliveryWordsOf({ ...key, allow: [...key.allow] } as ApiKey)).toBe(words);
});
