import { Refusal } from '../../../../../shared/engine/errors.ts';
import { deriveTextTemplate } from '../../../../../shared/engine/render/derive-text.ts';
import { renderMail } from '../../../../../shared/engine/render/render-template.ts';
import { expect, test } from '../../../../jest.ts';
import { renderHtml, storedTemplate } from '../rendering.ts';

/** The HTML, or the code and the sentence of the refusal. */
function outcomeOf(html: string, x: unknown): string | { code: string; message: string } {
  try {
    return renderHtml(html, { x });
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
}

const unsafeAddress = {
  code: 'unsafeAddress',
  message: 'x must be an address with http, https, mailto, tel or cid, or without a scheme',
};
const unsafeStyle = {
  code: 'unsafeStyle',
  message: 'x must be a plain CSS value: a colour, a length, a number or names',
};

test.each([
  ...['https://a.example/?a=b:c', 'HTTP://a.example', 'mailto:a@b.example', 'tel:+123', 'cid:logo'],
  ...[' https://a.example', ' \u0001\t https://a.example', 'ht\ntps://a.example'],
  ...['//a.example/x', '/a:b', '?a:b', '#a:b', '\\a:b', 'a.example/b:c', 'page', ''],
  'javascript%3Aalert(1)',
])('at the beginning of an address %j is printed', (value) => {
  expect(outcomeOf('<a href="{{x}}">', value)).toBe(`<a href="${value}">`);
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  '\u0000\u001f javascript:alert(1)',
  'java\nscript:alert(1)',
  'j\ta\rv\nascript\n:alert(1)',
  'java\u0000script:alert(1)',
  'ht tps://a.example',
  '\u00a0javascript:alert(1)',
  '\ufeffhttps:a',
  'vbscript:a',
  'data:text/html,a',
  'data:image/svg+xml,a',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'httpſ:a',
  'localhost:3000',
  ':a',
])('at the beginning of an address %j is refused, naming the variable', (value) => {
  expect(outcomeOf('<a href="{{x}}">', value)).toEqual(unsafeAddress);
});

test('at the beginning of an address, an entity in a value is text, and without escaping it cannot hide a scheme', () => {
  const value = 'java&#115;cript&colon;alert(1)';

  expect(outcomeOf('<a href="{{x}}">', value)).toBe(
    '<a href="java&amp;#115;cript&amp;colon;alert(1)">',
  );
  expect(outcomeOf('<a href="{{{x}}}">', value)).toEqual(unsafeAddress);
  expect(outcomeOf('<a href="{{{x}}}">', 'https&colon;//a.example')).toEqual(unsafeAddress);
  expect(outcomeOf('<a href="{{{x}}}">', '/a?b&amp;c')).toBe('<a href="/a?b&amp;c">');
});

test('at the beginning of an address a scheme in two values is refused', () => {
  const html = '<a href="{{a}}{{x}}">';

  for (const [a, x] of [
    ['java', 'script:alert(1)'],
    ['javascript', ':alert(1)'],
  ]) {
    expect(() => renderHtml(html, { a, x })).toThrow(unsafeAddress.message);
  }
  expect(renderHtml(html, { a: 'https://a.example/', x: 'b' })).toBe(
    '<a href="https://a.example/b">',
  );
});

test('at the beginning of an address, numbers, booleans, defaults and missing values are printed as elsewhere', () => {
  expect(outcomeOf('<a href="{{x}}">', 5)).toBe('<a href="5">');
  expect(outcomeOf('<a href="{{x}}">', false)).toBe('<a href="false">');
  expect(outcomeOf('<a href="{{x|https://a.example/?a&amp;b}}">', null)).toBe(
    '<a href="https://a.example/?a&amp;b">',
  );
  expect(() => renderHtml('<a href="{{x}}">')).toThrow('missing: x');
  expect(outcomeOf('<a href="{{x}}">', [])).toEqual({
    code: 'wrongType',
    message: 'x must be a string, number or boolean, found an array',
  });
});

test('at the beginning of an address, the current item is named as it is written', () => {
  expect(() => renderHtml('{{#x}}<a href="{{.}}">{{/x}}', { x: ['/a', 'javascript:a'] })).toThrow(
    '{{.}} must be an address with http, https, mailto, tel or cid, or without a scheme',
  );
});

test.each([
  ...['#fff', 'red', '12px', '-1.5em', '50%', '0 auto', 'Arial, sans-serif', '12px/1.5 Arial'],
  ...['rgb(1, 2, 3)', 'RGBA(0 0 0 / 50%)', 'hsl(120, 50%, 50%) 1px', 'inline-block', ''],
])('in a style %j is printed', (value) => {
  expect(outcomeOf('<p style="a:{{x}}">', value)).toBe(`<p style="a:${value}">`);
});

test.each([
  ...['red;color:blue', 'red}', '{', 'a:b', '@import a', 'a !important', '"a"', "'a'", 'a\u0000'],
  ...['url(https://a.example)', 'expression(alert(1))', 'rgb(expression(1))', 'rgb(url(a))'],
  ...['a rgb(', '\\65xpression', 'ｅxpression', '</style>', 'red/**/', '/*', '/rgb()*', '//'],
])('in a style %j is refused, naming the variable', (value) => {
  expect(outcomeOf('<p style="a:{{x}}">', value)).toEqual(unsafeStyle);
  expect(outcomeOf('<style>{{{x}}}</style>', value)).toEqual(unsafeStyle);
});

test("in a style, a default is the author's text and not checked", () => {
  expect(outcomeOf('<p style="{{x|a:url(b)}}">', undefined)).toBe('<p style="a:url(b)">');
});

test.each(['https://a.example/b.png?c=1,2', 'cid:logo', '/a', ''])(
  'the brackets of url() accept %j',
  (value) => {
    expect(outcomeOf('<p style="a:url(\'{{x}}\')">', value)).toBe(`<p style="a:url('${value}')">`);
  },
);

test.each([
  ...['javascript:alert(1)', 'a)', 'a(', "a'", 'a"', 'a b', 'a\nb', 'a;b', 'a\\b', '{', 'a<'],
  'http://a/ä',
])('in the brackets of url() %j is refused, naming the variable', (value) => {
  expect(outcomeOf('<p style="a:url(\'{{x}}\')">', value)).toEqual(unsafeAddress);
});

test('the plain text prints a value that the HTML accepted', async () => {
  const html = '<a href="{{x}}">{{y}}</a>';
  const template = storedTemplate({ html, text: deriveTextTemplate(html) });

  const mail = await renderMail(template, { x: 'https://a.example', y: 'javascript:' });

  expect(mail).toMatchObject({ text: 'javascript: (https://a.example)' });
  await expect(renderMail(template, { x: 'javascript:', y: 'a' })).rejects.toThrow(
    unsafeAddress.message,
  );
});
