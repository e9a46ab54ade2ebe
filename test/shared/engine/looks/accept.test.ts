import { acceptFindings } from '../../../../shared/engine/looks/accept.ts';
import { lookLevels } from '../../../../shared/engine/looks/finding.ts';
import { lookFindings } from '../../../../shared/engine/looks/look-findings.ts';
import { expect, test } from '../../../jest.ts';

/** What is left: the rule or code of each finding with its line. */
function left(html: string): string[] {
  const findings = lookFindings(html).filter(({ code }) => lookLevels[code] !== 'off');
  const { kept, unused } = acceptFindings(html, findings);
  return [...kept, ...unused].map(({ feature, code, line }) => `${feature ?? code} ${line}`);
}

const svg = '<svg></svg>';

test.each([
  ['on its own line', `${svg}{{! postrider-ignore html-svg: why }}\n${svg}`, ['html-svg 2']],
  [
    'alone, on the next line',
    `{{!postrider-ignore html-svg: why}}\n${svg}\n${svg}`,
    ['html-svg 3'],
  ],
  [
    'above another comment, on the line below both',
    `{{! postrider-ignore html-svg: why }}\r\n  {{! postrider-ignore missing-alt: why }}\r\n${svg}<img>`,
    [],
  ],
  ['by several names', `{{! postrider-ignore css-gap, html-svg: a {b} }}\n${svg}`, []],
  ['by its code', `{{! postrider-ignore client-breaks: why }}\n${svg}<img>`, ['missing-alt 2']],
  ['in the whole file', `${svg}\n{{! postrider-ignore-file html-svg: why }}\n<p>\n${svg}`, []],
  [
    'in CSS',
    `<style>\n{{! postrider-ignore css-position: why }}\na{position:fixed}</style><a>b</a>`,
    [],
  ],
  [
    'without a reason nothing',
    `{{! postrider-ignore html-svg }}\n${svg}\n{{! postrider-ignore html-svg: }}`,
    ['html-svg 2', 'unused-ignore 1', 'unused-ignore 3'],
  ],
  [
    'what is not there, which is a finding',
    `{{! postrider-ignore html-svg: why }}\n\n${svg}`,
    ['html-svg 3', 'unused-ignore 1'],
  ],
])('a comment accepts findings: %s', (_, html, expected) => {
  expect(left(html)).toEqual(expected);
});
