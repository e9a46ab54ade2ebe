import { globSync } from 'node:fs';
import { allChecks } from '../../cli/checks/checks.ts';
import { allSteps } from '../../cli/commands/selftest/steps.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import { blocksOf } from '../api/harness/document-examples.ts';
import { expect, test } from '../jest.ts';
import { documentText, sectionOf } from './commands.ts';

const pageOf = (name: string) => documentText(`docs/operations/${name}.md`);

/** The codes in the first column of the tables of three columns. */
const codesIn = (text: string) =>
  [...text.matchAll(/^\| `([a-z-]+)` \| .+ \| .+ \|$/gm)].map(([, code]) => code);

test('docs/operations/doctor.md has every code of doctor in its table, in the order in which they are printed', () => {
  expect(codesIn(pageOf('doctor'))).toEqual(allChecks.map(({ code }) => code));
});

test('docs/operations/selftest.md lists all steps of selftest in their order', () => {
  const table = sectionOf(pageOf('selftest'), 'What each step asks');

  expect(codesIn(table)).toEqual(allSteps.map(({ code }) => code));
});

/** The settings that the pages show, without the file with several environments. */
const shown = ['settings', 'senders', 'backup']
  .flatMap((name) => blocksOf(`docs/operations/${name}.md`))
  .filter(({ language, text }) => language === 'json' && !text.includes('"environments"'));

test('the settings that the pages for operators show are found', () => {
  expect(shown).toHaveLength(7);
});

test.each(shown)('the stack accepts the settings at $place', ({ text }) => {
  const settings = JSON.parse(text);

  expect(parseSettings(settings)).toMatchObject(settings);
});

/** All code, in which sentences that are split over several lines are joined. */
const code = globSync('{cli,functions,lib,shared}/**/*.ts')
  .map(documentText)
  .join('\n')
  .replace(/['`] \+\s*['`]/g, '');

/** The quotations in the first column of the tables with this heading. */
function quotedIn(document: string, heading: string): string[] {
  const tables = document.split(`\n| ${heading} |`).slice(1);
  return tables.flatMap((table) => {
    const [rows = ''] = table.split('\n\n');
    return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, quoted = '']) => quoted);
  });
}

/** The words of a quotation between its ellipses, punctuation and values, of two words or more. */
const fragmentsOf = (quoted: string) =>
  quoted
    .split(/…|[,:()]|[A-Z_]{6,}/)
    .map((fragment) => fragment.trim())
    .filter((fragment) => fragment.length > 7 && fragment.includes(' '));

const quotations = [
  ...quotedIn(pageOf('deploy'), 'it says'),
  ...quotedIn(pageOf('messages'), 'in the log of the function'),
];

test('the sentences that the pages for operators quote are found', () => {
  expect(quotations.length).toBeGreaterThan(20);
});

test.each(quotations)(
  'the code has the sentence that the pages for operators quote: %s',
  (quoted) => {
    expect(fragmentsOf(quoted).filter((fragment) => !code.includes(fragment))).toEqual([]);
  },
);
