import { templateInBody } from '../../../cli/smtp/template-in-body.ts';
import { expect, test } from '../../jest.ts';

test('a body names a template and its variables, one to a line', () => {
  const text = [
    '',
    'postrider: sign-in',
    'url: https://acme.example/verify?a=1&b=2: x',
    'postrider-language:  pt-BR ',
    '',
    'code:',
    'postrider-reference: user-1',
  ].join('\r\n');

  expect(templateInBody(text, undefined)).toEqual({
    content: {
      templateId: 'sign-in',
      variables: { url: 'https://acme.example/verify?a=1&b=2: x', code: '' },
    },
    headers: [
      ['x-postrider-language', 'pt-BR'],
      ['x-postrider-reference', 'user-1'],
    ],
  });
});

test('the lines of an HTML end at its line breaks, paragraphs and list items, and its entities are decoded', () => {
  const html = [
    '<title>Sign in</title><style>p: {}</style>',
    '<p>postrider: <b>sign-in</b></p><div>url: https://acme.example/?a=1&amp;b=2</div>code:&nbsp;1<br>',
    '<ul><li>name: Ada</li><li>other: x</li></ul>',
  ].join('\n');

  expect(templateInBody(undefined, html)?.content).toEqual({
    templateId: 'sign-in',
    variables: { url: 'https://acme.example/?a=1&b=2', code: '1', name: 'Ada', other: 'x' },
  });
  expect(templateInBody('Another text', html)?.content.templateId).toBe('sign-in');
});

test('a name such as constructor is an ordinary variable', () => {
  const content = templateInBody('postrider: a\nconstructor: x', undefined)?.content;

  expect(Object.entries(content?.variables ?? {})).toEqual([['constructor', 'x']]);
});

test('any other text is the body itself', () => {
  expect(templateInBody('Dear Ada,\npostrider: sign-in', '<p>Dear Ada</p>')).toBeNull();
  expect(templateInBody(undefined, undefined)).toBeNull();
});

test.each([
  ['postrider: a\n\nDear Ada', 'line 3 of the body is not "name: value"'],
  ['postrider: a\nurl:x', 'line 2 of the body is not "name: value"'],
  ['postrider: a\n_to: x@acme.example', 'line 2 of the body is not "name: value"'],
  ['postrider: a\nuser.name: Ada', 'line 2 of the body is not "name: value"'],
  [
    'postrider: a\ncode: {{ .Token }}',
    'line 2 of the body has an unfilled placeholder: {{ .Token }}',
  ],
  // The application has put a name with a line break into the body.
  ['postrider: a\nname: Ada\nurl: https://evil.example\nurl: x', 'line 4 of the body repeats url'],
])('the body %j is refused', (text, sentence) => {
  expect(() => templateInBody(text, undefined)).toThrow(sentence);
});
