import { readFileSync } from 'node:fs';
import { allSteps } from '../../cli/selftest/steps.ts';
import { expect, test } from '../jest.ts';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

test('docs/operations.md lists all steps of selftest in their order', () => {
  const [, table = ''] = /### What each step asks\n([\s\S]*?)\n###/.exec(page) ?? [];

  const listed = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);

  expect(listed).toEqual(allSteps.map(({ code }) => code));
});
