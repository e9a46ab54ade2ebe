import { linksInHtml } from '../../../../shared/engine/render/links-in-html.ts';
import { expect, test } from '../../../jest.ts';

test('links come in the order of the HTML, each once, with entities decoded and without white space around them', () => {
  const html = `<link href="style.css"><a href=" https://a.example/?x=1&amp;y=&quot;2&quot; ">A</a>
      <map><area href='/area'></map><A HREF=/b>B</A><a href="/area">again</a>`;

  expect(linksInHtml(html)).toEqual(['https://a.example/?x=1&y="2"', '/area', '/b']);
});

test('an anchor without an address and a link in a comment are not links', () => {
  const html = '<a>no</a><a href="">no</a><!--[if mso]><a href="/outlook">no</a><![endif]-->';

  expect(linksInHtml(html)).toEqual([]);
});

test('links after unclosed elements are found', () => {
  expect(linksInHtml('<p><b><a href="/1">1<a href="/2">2')).toEqual(['/1', '/2']);
});
