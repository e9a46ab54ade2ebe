import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkInstalled } from '../../bin/release/pack.ts';
import { bareEnvironment } from '../bare-environment.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { startAgent } from '../mcp-client.ts';
import { install, nodes, postrider, type Started, start } from './installed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const project = await install();

let running: Started | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Restores a revision of `welcome` as the dashboard does. */
async function restoreWelcome(revision: number): Promise<Response> {
  const deployment = join(project.folder, '.local/deployment.json');
  const { dashboardUrl } = JSON.parse(readFileSync(deployment, 'utf8'));
  const template = `${dashboardUrl}/manage/v1/templates/welcome`;
  const { headers } = await fetch(template);
  const match = { 'If-Match': headers.get('etag') ?? '' };
  return fetch(`${template}/revisions/${revision}/restore`, { method: 'POST', headers: match });
}

const installedPackage = () => join(project.folder, 'node_modules/postrider');

describe('the packed file', () => {
  test('the packed file has no TypeScript, and a release accepts it', () => {
    const files = filesIn(installedPackage());
    const names = files.map((file) => file.slice(installedPackage().length + 1));

    expect(names.filter((name) => name.endsWith('.ts'))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['dist/postrider.js', 'bin/postrider.js', 'docs/llms.txt']),
    );
    expect(() => checkInstalled(root, project.folder, root)).not.toThrow();
  });

  test('the packed file and all that npm installs with it take at most 80 MB', () => {
    const bytes = filesIn(join(project.folder, 'node_modules'))
      .map((file) => statSync(file).size)
      .reduce((sum, size) => sum + size, 0);

    expect(bytes / 1e6).toBeLessThan(80);
  });
});

describe.each(nodes)('the installed package with %s', (node) => {
  test(`the curl commands that postrider start prints work, the mail arrives, and an agent finds it: ${node}`, async () => {
    running = await start({ cwd: project.folder, node });
    const commands = running.stdout.split('\n\n').filter((block) => block.startsWith('curl '));
    const [rendered, executed, verified] = commands.map((line) =>
      JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' })),
    );
    const list = await postrider(['message', 'list', '--json'], { cwd: project.folder, node });
    const data = { POSTRIDER_DATA: join(project.folder, '.local') };
    const script = join(project.folder, 'node_modules/.bin/postrider');
    const agent = await startAgent([], data, { node, script });

    expect(rendered).toMatchObject({ subject: 'Your receipt for order 1001' });
    expect(executed).toMatchObject({ success: true, type: 'sent' });
    expect(verified).toMatchObject({ email: 'someone@inbox.example.com' });
    expect(JSON.parse(list.stdout).messages).toMatchObject([
      { templateId: 'welcome', to: ['someone@inbox.example.com'] },
    ]);
    expect(await agent.call('find_messages')).toMatchObject({
      answer: { messages: [{ template: 'welcome' }] },
    });
    expect(await running.stop()).toBe(0);
  });

  test(`templates can be pulled, changed, pushed, rolled back, deleted and restored: ${node}`, async () => {
    running = await start({ cwd: project.folder, node }, ['--fresh']);
    const here = { cwd: project.folder, node };
    const pulled = await postrider(['template', 'pull', 'templates'], here);
    const body = join(project.folder, 'templates/welcome/body.html');
    writeFileSync(body, readFileSync(body, 'utf8').replace('</body>', '<p>Bye</p></body>'));
    const pushed = await postrider(['template', 'push', 'templates', '--json'], here);
    const rolledBack = await postrider(['template', 'rollback', 'welcome', '1', '--json'], here);
    await postrider(['template', 'delete', 'welcome', '--yes'], here);
    const undeleted = await postrider(['template', 'undelete', 'welcome', '--json'], here);
    const restored = await restoreWelcome(2);

    expect(pulled.exitCode).toBe(0);
    expect([rolledBack.exitCode, undeleted.exitCode, restored.status]).toEqual([0, 0, 200]);
    expect(JSON.parse(pushed.stdout).templates).toMatchObject([
      { id: 'invite', changed: false },
      { id: 'receipt', changed: false },
      { id: 'welcome', changed: true, revision: 2 },
    ]);
    rmSync(join(project.folder, 'templates'), { recursive: true });
  });
});

describe('the installed package', () => {
  test('nothing is written beside the package, and everything into the project', async () => {
    const before = filesIn(join(project.folder, 'node_modules'));
    running = await start({ cwd: project.folder });
    await postrider(['template', 'list'], { cwd: project.folder });

    expect(filesIn(join(project.folder, 'node_modules'))).toEqual(before);
    expect(readdirSync(project.folder).sort()).toEqual([
      ...['.local', 'node_modules', 'package-lock.json', 'package.json'],
    ]);
  });

  test('the settings file is found from a folder below it, and through a symlink', async () => {
    const settings = join(project.folder, 'postrider.json');
    const below = join(project.folder, 'apps/shop');
    const link = join(dirname(project.folder), 'link');
    mkdirSync(below, { recursive: true });
    symlinkSync(project.folder, link);
    writeFileSync(settings, '{"sendrs":[]}');

    const answers = [
      await postrider(['doctor', '--environment', 'x'], { cwd: below, project: project.folder }),
      await postrider(['doctor', '--environment', 'x'], { cwd: link }),
    ];

    for (const { exitCode, stderr } of answers) {
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining('unknown setting sendrs (did you mean "senders"?)'),
      });
    }
    for (const path of [settings, link, join(project.folder, 'apps')]) {
      rmSync(path, { recursive: true });
    }
  });

  test("the package synthesises the checkout's stack; only the dashboard's function names another command", () => {
    const place = dirname(project.folder);
    const synthesise = (folder: string, script: string) => {
      const out = join(place, folder);
      execFileSync(process.execPath, [script], {
        cwd: root,
        env: {
          ...bareEnvironment(),
          ...{ CDK_OUTDIR: out, CDK_VALIDATION: 'false', POSTRIDER_SETTINGS: join(place, 'none') },
          CDK_CONTEXT_JSON: JSON.stringify(
            JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context,
          ),
        },
        stdio: 'pipe',
      });
      return JSON.parse(readFileSync(join(out, 'postrider.template.json'), 'utf8')).Resources;
    };

    const here = synthesise('here', 'bin/app.ts');
    const there = synthesise('there', 'dist/app.js');
    const different = Object.keys(here).filter(
      (id) => JSON.stringify(here[id]) !== JSON.stringify(there[id]),
    );

    expect(Object.keys(there)).toEqual(Object.keys(here));
    expect(different).toEqual([expect.stringMatching(/^Manage/)]);
  });

  test('deploy names the two packages that it needs besides, and does nothing', async () => {
    const environment = {
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_REGION: 'eu-west-1',
    };
    const refused = await postrider(['deploy', '--yes'], { cwd: project.folder, environment });

    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^Error: deploy needs the CDK, which is not installed: run npm install -D '@aws-cdk\/asset-awscli-v1@\S+' 'aws-cdk@\S+'\n$/,
    );
  });

  test('half an installation is one sentence', async () => {
    const part = join(installedPackage(), 'dist/postrider.js');
    renameSync(part, `${part}.gone`);
    const { exitCode, stderr } = await postrider(['--help'], { cwd: project.folder });
    renameSync(`${part}.gone`, part);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^postrider is not completely installed, because .+ is missing: run npm install\.\n$/,
      ),
    });
  });
});
