import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runHere } from '../cli/in-process.ts';
import { installClient } from '../client/install-client.ts';
import { beforeEach, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A copy of the example of a team, with the checkout's client in the place of the package. */
let team: string;
beforeEach(() => {
  team = temporaryFolder();
  cpSync('docs/examples/team', team, { recursive: true });
  installClient(team);
  symlinkSync(resolve('node_modules/@types'), join(team, 'node_modules/@types'), 'junction');
});

const types = (...words: string[]) =>
  runHere(['template', 'types', 'templates', '--out', 'src/postrider.d.ts', ...words], {}, team);

/** What the compiler says about the example's code; empty if it compiles. */
async function compiled(): Promise<string> {
  const tsc = resolve('node_modules/typescript/lib/tsc.js');
  const run = promisify(execFile)(process.execPath, [tsc], { cwd: team, encoding: 'utf8' });
  return run.then(
    () => '',
    (error: { stdout?: string }) => String(error.stdout ?? error),
  );
}

test('the code of the team example compiles with the types of its templates, which are up to date', async () => {
  expect(await types('--check')).toMatchObject({ exitCode: 0 });
  expect(await compiled()).toBe('');
});

test('a template of the team example that needs a new variable fails the types, and then the compiler', async () => {
  const body = join(team, 'templates/password-reset/body.html');
  writeFileSync(body, `${readFileSync(body, 'utf8')}<p>{{shop}}</p>`);
  const checked = await types('--check');
  await types();

  expect(checked).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('+        shop: Value;'),
  });
  expect(await compiled()).toMatch(
    /^src\/password-reset\.js\(\d+,\d+\): error TS2741: Property 'shop' is missing/,
  );
});
