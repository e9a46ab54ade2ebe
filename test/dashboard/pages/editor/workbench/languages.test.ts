import {
  differenceBetween,
  differenceProblems,
  readTag,
} from '../../../../../dashboard/src/pages/editor/workbench/languages.ts';
import { expect, test } from '../../../../jest.ts';
import { variable } from '../variable.ts';

const required = (...names: string[]) => names.map((name) => variable(name, { required: true }));

test.each([
  ['pt', { ok: true, tag: 'pt' }],
  [' PT-br ', { ok: true, tag: 'pt-BR' }],
  ['pt_BR', { ok: false, problem: 'Write a language tag, such as pt or pt-BR' }],
  ['', { ok: false, problem: 'Write a language tag, such as pt or pt-BR' }],
  ['x'.repeat(5000), { ok: false, problem: 'Write a language tag, such as pt or pt-BR' }],
  ['DE', { ok: false, problem: 'The template has de already' }],
])('the tag %j of a new language is read', (typed, read) => {
  expect(readTag(typed, ['en', 'de'])).toEqual(read);
});

test('a language is compared by names: what it lacks, and what it alone requires', () => {
  const own = [...required('name', 'plan'), variable('vat')];
  const other = required('name', 'name', 'vat', 'code');

  expect(differenceBetween(own, other)).toEqual({ missing: ['plan'], required: ['vat', 'code'] });
  expect(differenceBetween(own, own)).toEqual({ missing: [], required: [] });
});

test('a difference is a warning that names both languages', () => {
  const problems = differenceProblems({ missing: ['plan'], required: ['vat'] }, 'pt', 'en');

  const of = { part: 'html', language: 'pt', severity: 'warning', place: null };
  const required =
    'vat is required in pt, and not in en: a request without it fails in pt alone. Print vat in en as well, or write a default, {{vat|…}}';
  const missing = 'en has plan, and pt does not: add it, or leave it out in en as well';
  expect(problems).toEqual([
    { ...of, detail: required },
    { ...of, detail: missing },
  ]);
});
