import { compileUnsubscribe } from '../../../../shared/manage/templates/compile-unsubscribe.ts';
import { renderUnsubscribe } from '../../../../shared/message/unsubscribe.ts';
import { expect, test } from '../../../jest.ts';

const variables = { id: '8172', user: { id: 'Ü/1' }, number: 7 };

function printed(text: string) {
  const compiled = compileUnsubscribe(text);
  if (!compiled.ok) throw new Error(compiled.problem);
  return renderUnsubscribe(compiled.steps, variables);
}

test.each([
  ['https://acme.example/u', 'https://acme.example/u'],
  ['https://acme.example', 'https://acme.example'],
  ['https://acme.example/u/{{id}}', 'https://acme.example/u/8172'],
  ['https://acme.example:8443?u={{%user.id}}', 'https://acme.example:8443?u=%C3%9C%2F1'],
  ['https://acme.example/{{{id}}}{{! a comment }}', 'https://acme.example/8172'],
  ['https://acme.example/{{list|all}}/{{number}}', 'https://acme.example/all/7'],
])('the address to unsubscribe %s becomes %s', (text, address) => {
  expect(printed(text)).toEqual({ ok: true, address });
});

const afterHost = /^must begin with https:\/\/ and a host, and may have placeholders only after/;

test.each([
  ['http://acme.example/u', 'must begin with https://'],
  ['mailto:leave@acme.example', 'must begin with https://'],
  ['{{address}}', afterHost],
  ['https://{{host}}/u', afterHost],
  ['https://acme.{{tld}}/u', afterHost],
  ['https://acme.example{{path}}', afterHost],
  ['https://acme.example:{{port}}/u', afterHost],
  ['https://localhost/u/{{id}}', 'must have a host, such as acme.example'],
  ['https://ada@acme.example/u/{{id}}', 'must not have a user or a password'],
  ['https://acme.example/a b', /^must be printable ASCII/],
  ['https://acme.example/{{id|a b}}', /^must be printable ASCII/],
  ['https://acme.example/{{#user}}{{id}}{{/user}}', 'may have placeholders, but no sections'],
  ['https://acme.example/{{.}}', 'may have placeholders, but no sections'],
  ['https://acme.example/{{> part}}', /^is not a template: /],
  ['https://acme.example/{{id', /^is not a template: /],
])('the address to unsubscribe %s is refused', (text, problem) => {
  const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem);
  expect(compileUnsubscribe(text)).toEqual({ ok: false, problem: expected });
});

test('a value that is an object is refused in an address to unsubscribe too', () => {
  expect(() => printed('https://acme.example/{{user}}')).toThrow(
    'user must be a string, number or boolean, found an object',
  );
});
