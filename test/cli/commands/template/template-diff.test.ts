import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../../jest.ts';
import { startCommandLine } from '../../command-line.ts';
import { printed } from '../../in-process.ts';

const demo = fileURLToPath(new URL('../../../../templates', import.meta.url));

const run = (...words: string[]) => cli.run(words);
const cli = await startCommandLine();
await cp(demo, join(cli.dir, 'templates'), { recursive: true });
await run('account', 'create', '--name', 'Acme', '--plan', 'free');
await run('template', 'push', 'templates/welcome');

test('template diff prints nothing for equal content, and ends with 0', async () => {
  const ended = await run('template', 'diff', 'templates/welcome', '--exit-code');

  expect(ended).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '\nNothing differs: a push would change nothing.\n',
  });
});

test('template diff shows what a push would change, and ends with 1 with --exit-code', async () => {
  const file = join(cli.dir, 'templates/welcome/template.json');
  const written = await readFile(file, 'utf8');
  await writeFile(file, written.replace('Welcome to', 'Hello from'));

  const plain = await run('template', 'diff', 'templates/welcome');
  const strict = await run(...['template', 'diff', 'templates', '--exit-code', '--json']);

  expect(plain).toEqual(
    printed(
      [
        '--- welcome/subject\trevision 1',
        '+++ welcome/subject\twelcome',
        '@@ -1,1 +1,1 @@',
        '-Welcome to {{product|Postrider}}, {{name}}',
        '+Hello from {{product|Postrider}}, {{name}}',
        '',
      ].join('\n'),
    ),
  );
  expect(strict.exitCode).toBe(1);
  expect(JSON.parse(strict.stdout)).toMatchObject({
    differs: true,
    templates: [
      { id: 'invite', state: 'new', revision: null },
      { id: 'receipt', state: 'new', revision: null },
      { id: 'welcome', state: 'changed', revision: 1, changes: ['subject'] },
    ],
  });
});
