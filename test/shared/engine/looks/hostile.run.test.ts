import fc from 'fast-check';
import { maxTemplateHtmlBytes } from '../../../../shared/engine/limits.ts';
import { acceptFindings } from '../../../../shared/engine/looks/accept.ts';
import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { maskStyles, maskTags } from '../../../../shared/engine/looks/mask.ts';
import { expect, test } from '../../../jest.ts';

const full = (text: string, bytes = maxTemplateHtmlBytes) => text.repeat(bytes / text.length);
const half = (text: string) => full(text, maxTemplateHtmlBytes / 2);

/** What takes minutes if one step costs time by the square of the source. */
const sources: Record<string, string> = {
  'elements that nest': full('<div>'),
  'closing tags of nothing': half('<div>') + half('</p>'),
  'declarations of one rule': `<style>p{${full('width:calc(1px);')}}</style><p>a`,
  'rules for many elements': `<style>${half('p{color:red}')}</style>${half('<p>a')}`,
  'backgrounds of many elements': `<style>${half('p{background:linear-gradient(a,b)}')}</style>${half('<p bgcolor=red>')}`,
  'rules that nest': `<style>${full('@media x{.a{')}`,
  'open parentheses': `<p style="background: ${full('a( ')}">a`,
  'tags without an end': full('{{#a'),
  'comments without an end': full('<!--[if mso]>'),
  'comments that accept nothing': full('{{! postrider-ignore a: b }}\n'),
  'attributes without an end': `<p ${full('a="')}`,
  'links without words': full('<a href="#">'),
  'heads without titles': full('<head>'),
  'characters that are no text': full('\0<p\ud800>&#0;'),
};

test.each(Object.entries(sources))('a mail of 512 KB is judged whatever it has: %s', (_, html) => {
  const findings = lookFindings(html, { degrades: true, unsubscribe: false });
  const { kept } = acceptFindings(html, findings);

  const counts = new Map<string, number>();
  for (const { code } of kept) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const count of counts.values()) expect(count).toBeLessThanOrEqual(201);
});

test('more than 200 findings of a code are counted', () => {
  const found = lookFindings('<p style="position: fixed">a</p>\n'.repeat(2000));

  const breaks = found.filter(({ code }) => code === 'client-breaks');
  expect(breaks).toHaveLength(201);
  expect(breaks.at(-1)).toMatchObject({ line: 201, message: 'and 1800 more' });
});

const piece = fc.constantFrom(
  ...['{{', '}}', '{', '}', '#', '!', '>', '<p ', '<style>', '</style>', '"', ' style="', ';', ':'],
  ...[
    'a',
    '\n',
    '\r',
    '\0',
    '\ud800',
    '&quot;',
    '<!--[if mso]>',
    '-->',
    '<![endif]',
    '(',
    '@media',
  ],
);

test('no text makes the judge fail, and masks keep its length and its lines', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.join('');
      for (const masked of [maskTags(html), maskStyles(html)]) {
        expect(masked.length).toBe(html.length);
        expect(masked.replace(/[^\r\n]/g, '')).toBe(html.replace(/[^\r\n]/g, ''));
      }
      for (const { line, column } of lookFindings(html)) {
        expect((html.split(/\r\n?|\n/)[line - 1] ?? '').length).toBeGreaterThanOrEqual(column - 1);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a comment accepts one finding and leaves all others', () => {
  const html = '<img>\n<svg></svg>\n<a href="#">a</a>\n<p style="position: fixed">a</p>';
  const findings = lookFindings(html);
  const names = findings.map(({ feature, code }) => feature ?? code);

  for (const name of names) {
    const marked = `${html}\n{{! postrider-ignore-file ${name}: why }}`;
    const { kept, unused } = acceptFindings(marked, lookFindings(marked));
    expect([...kept, ...unused].map(({ feature, code }) => feature ?? code)).toEqual(
      names.filter((other) => other !== name),
    );
  }
});
