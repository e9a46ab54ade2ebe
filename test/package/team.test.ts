import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { pack, postrider, type Started, start, vendor } from './installed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A copy of the example, in an empty folder, with the packed files in its folder vendor. */
let folder: string;
let place: string;
beforeAll(async () => {
  place = temporaryFolder();
  folder = join(place, 'shop');
  cpSync(join(root, 'docs/examples/team'), folder, { recursive: true });
  await vendor(folder);
  // The two packages that only deploy needs are left out: nothing is deployed.
  const path = join(folder, 'package.json');
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  const { postrider } = devDependencies;
  writeFileSync(path, JSON.stringify({ ...manifest, devDependencies: { postrider } }));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
});

const runs: Started[] = [];
const startRun = async (...words: string[]) => {
  const started = await start({ cwd: folder }, words);
  runs.push(started);
  return started;
};
afterAll(async () => {
  for (const { stop } of runs) await stop();
});

const command = async (line: string, environment = {}) => {
  const ended = await postrider(line.split(' '), { cwd: folder, environment });
  expect(ended).toMatchObject({ exitCode: 0 });
  return ended.stdout;
};
const read = async (line: string, environment = {}) =>
  JSON.parse(await command(`${line} --json`, environment));

test('the example of a team works whole: install, start, lint, push, send once, promote, upgrade', async () => {
  const { stdout, stop } = await startRun();
  await startRun('--data', '.local-production');
  const environment = {
    PATH: process.env.PATH,
    POSTRIDER_URL: /http:\S+\/v1$/m.exec(stdout)?.[0],
    POSTRIDER_KEY: /pr_\w+/.exec(stdout)?.[0],
  };
  const send = () => run(process.execPath, ['src/send.js'], { cwd: folder, env: environment });

  await command('template lint templates --environment production --max-warnings 0');
  const pushed = await read('template push templates');
  const sent = [await send(), await send()];
  const { messages } = await read('message list');
  await command('template promote --to-local .local-production --yes');
  const production = await read('template list', { POSTRIDER_DATA: '.local-production' });
  await stop();
  await upgrade();
  await startRun();
  const afterwards = await read('template versions password-reset');

  expect(pushed.templates).toMatchObject(
    // The receipt is that of the demo account.
    Object.entries({
      base: true,
      footer: true,
      'password-reset': true,
      receipt: false,
      welcome: true,
    }).map(([id, changed]) => ({ id, changed })),
  );
  expect(sent.map((ended) => ended.stdout)).toEqual(
    [1, 2].map(() => 'Sent to ada@inbox.example.com.\n'),
  );
  expect(messages).toMatchObject([{ templateId: 'password-reset' }]);
  expect(production.templates).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 'password-reset', revision: 1 })]),
  );
  expect(afterwards.versions).toHaveLength(1);
  expect(await command('--version')).toBe('9.0.0\n');
});

/** Installs a next version over the first one. */
async function upgrade(): Promise<void> {
  const next = join(place, 'next');
  mkdirSync(next);
  await run('tar', ['-xzf', await pack(), '-C', next]);
  const path = join(next, 'package/package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...manifest, version: '9.0.0', scripts: {} }));
  await run('npm', ['pack', '--silent', '--pack-destination', next], {
    cwd: join(next, 'package'),
  });
  await run('npm', ['install', '--save-dev', join(next, 'postrider-9.0.0.tgz')], { cwd: folder });
}
