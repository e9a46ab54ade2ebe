import { readFileSync } from 'node:fs';
import { allChecks } from '../../../../cli/doctor/checks/checks.ts';
import { expect, test } from '../../../jest.ts';

const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

/** The section about doctor, to the next one. */
const section = /\n## Doctor\n(.*?)\n## /s.exec(page)?.[1] ?? '';

test('docs/operations.md has every code of doctor in its table, in the order in which they are printed', () => {
  const rows = [...section.matchAll(/^\| `([a-z-]+)` \| .+ \| .+ \|$/gm)].map(([, code]) => code);

  expect(rows).toEqual(allChecks.map(({ code }) => code));
});

test('the sections that doctor refers to exist', () => {
  const named = [...section.matchAll(/"([A-Z][a-z -]+)"/g)].map(([, title]) => title);

  expect(named).toEqual(['Back up and restore', 'Dead-letter queue']);
  for (const title of named) expect(page).toContain(`\n## ${title}\n`);
});
