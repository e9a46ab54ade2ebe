import {
  languageWarnings,
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

test('a language is compared by names: what it lacks and what it alone requires are warnings', () => {
  const own = [...required('name', 'plan'), variable('vat')];
  const other = required('name', 'name', 'vat', 'code');

  const problems = languageWarnings(own, 'en', other, 'pt');

  const of = { part: 'html', language: 'pt', severity: 'warning', place: null };
  const needs = (name: string) =>
    `${name} is required in pt, and not in en: a request without it fails in pt alone. Print ${name} in en as well, or write a default, {{${name}|…}}`;
  const lacks = 'en has plan, and pt does not: add it, or leave it out in en as well';
  expect(problems).toEqual(
    [needs('vat'), needs('code'), lacks].map((detail) => ({ ...of, detail })),
  );
  expect(languageWarnings(own, 'en', own, 'pt')).toEqual([]);
});
