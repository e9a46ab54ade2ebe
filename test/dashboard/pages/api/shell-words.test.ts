import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../../../dashboard/src/pages/api/examples.ts';

test.each([
  '',
  'plain',
  "Ada O'Neil",
  "'''",
  '$HOME `id` $(id) "x" \\ \\\\ ! ~ * ; & | < > #',
  'two\nlines',
  'ünï 日本 🙂',
  '-n',
])('a shell passes %j on unchanged', (text) => {
  const printed = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' });

  expect(printed).toBe(text);
});
