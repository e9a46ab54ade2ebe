import { execFileSync } from 'node:child_process';
import { shellWord } from '../../../../dashboard/src/pages/api/examples.ts';
import { expect, test } from '../../../jest.ts';

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
