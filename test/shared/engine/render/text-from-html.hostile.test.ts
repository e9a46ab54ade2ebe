import { textFromHtml } from '../../../../shared/engine/render/text-from-html.ts';
import { expect, test } from '../../../jest.ts';

test('HTML with 20,000 nested elements becomes a text', () => {
  const html = `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}<p>after</p>`;

  expect(textFromHtml(html)).toBe('deep\n\nafter');
});

test.each([
  ...['<b>', '<ul><li>', '<blockquote>', '<table><tr><td>', '<pre>', '<a href="x">', '<p hidden>'],
])('HTML with hundreds of thousands of %s, never closed, becomes a text', (element) => {
  const html = element.repeat(300_000 / element.length);

  expect(textFromHtml(`first<br>${html}`)).toBe('first');
});

test('HTML with half a megabyte of one character becomes a text', () => {
  for (const character of [' ', '\n', '\u200c', '\u00ad', '&', '<', '\u0301']) {
    const html = `a${character.repeat(500_000)}b`;

    expect(textFromHtml(html)).toMatch(/^a/);
  }
});

test('deep quotations do not multiply in the text', () => {
  const html = `${'<blockquote>'.repeat(900)}${'x<br>'.repeat(50_000)}`;

  expect(textFromHtml(html).length).toBeLessThan(2_000_000);
});

test('a text over the limit of a rendering is refused', () => {
  expect(() => textFromHtml('x'.repeat(2 ** 21 + 1))).toThrow('Rendered text is larger than 2 MB');
});
