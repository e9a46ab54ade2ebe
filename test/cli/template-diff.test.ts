import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CommandLine, startCommandLine } from './command-line.ts';

const demo = fileURLToPath(new URL('../../templates', import.meta.url));

let cli: CommandLine;
beforeAll(async () => {
  cli = await startCommandLine();
  await cp(demo, join(cli.dir, 'templates'), { recursive: true });
  await cli.run(['account', 'create', '--name', 'Acme', '--plan', 'free']);
  await cli.run(['template', 'push', 'templates/welcome']);
});
afterAll(() => cli.stop());

describe('template diff', () => {
  test('says nothing of what is the same, and ends well', async () => {
    const ended = await cli.run(['template', 'diff', 'templates/welcome', '--exit-code']);

    expect(ended).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '\nNothing differs: a push would change nothing.\n',
    });
  });

  test('shows what a push would change, and fails if it is asked to', async () => {
    const file = join(cli.dir, 'templates/welcome/template.json');
    const written = await readFile(file, 'utf8');
    await writeFile(file, written.replace('Welcome to', 'Hello from'));

    const plain = await cli.run(['template', 'diff', 'templates/welcome']);
    const strict = await cli.json('template', 'diff', 'templates', '--exit-code');

    expect(plain).toEqual({
      exitCode: 0,
      stdout: [
        '--- welcome/subject\trevision 1',
        '+++ welcome/subject\twelcome',
        '@@ -1,1 +1,1 @@',
        '-Welcome to {{product|Postrider}}, {{name}}',
        '+Hello from {{product|Postrider}}, {{name}}',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(strict).toMatchObject({
      exitCode: 1,
      answer: {
        differs: true,
        templates: [
          { id: 'invite', state: 'new', revision: null },
          { id: 'receipt', state: 'new', revision: null },
          { id: 'welcome', state: 'changed', revision: 1, changes: ['subject'] },
        ],
      },
    });
  });
});
