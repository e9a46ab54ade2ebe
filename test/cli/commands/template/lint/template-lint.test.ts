import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccount } from '../../../../../shared/manage/accounts.ts';
import { createTemplate } from '../../../../../shared/manage/templates/save-template.ts';
import { expect, test } from '../../../../jest.ts';
import { flowTo } from '../../../../shared/manage/templates/stored-templates.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { startCommandLine } from '../../../command-line.ts';
import { printed, runHere } from '../../../in-process.ts';

const demo = fileURLToPath(new URL('../../../../../templates', import.meta.url));

const dir = temporaryFolder();
await mkdir(join(dir, 'letter'));
await mkdir(join(dir, 'torn'));
const template = { id: 'letter', name: 'Letter', subject: 'Hello, 100%' };
await writeFile(join(dir, 'letter/template.json'), JSON.stringify(template));
await writeFile(join(dir, 'letter/body.html'), '<p>Good morning, you</p>\n<img src="https://a">');
await writeFile(join(dir, 'letter/test-data.json'), '{\n  "100%,a": 1\n}');
await writeFile(join(dir, 'torn/template.json'), '{"id": "torn",');
await writeFile(join(dir, 'torn/body.html'), '<p>\n<a href={{x}}>');

/** Runs the command without a deployment. */
const lint = (...words: string[]) =>
  runHere(['template', 'lint', ...words], { POSTRIDER_DATA: join(dir, 'none') });

test("template lint finds nothing in the demo's templates", async () => {
  expect(await lint(demo, '--max-warnings', '0')).toEqual(printed('0 errors, 0 warnings\n'));
});

test('template lint names file, line and column without a deployment, and names only the files that cannot be read if there are some', async () => {
  const letter = await lint(join(dir, 'letter'));
  const all = await lint(dir, '--json');

  expect(letter).toEqual(
    printed(
      [
        `${dir}/letter/body.html:2:1 warning missing-alt: img has no alt: describe the image, or write alt="" for decoration`,
        `${dir}/letter/test-data.json:2:13 warning unknown-test-data: 100%,a is not used: delete it, or correct the name`,
        '0 errors, 2 warnings\n',
      ].join('\n'),
    ),
  );
  expect(all.exitCode).toBe(1);
  expect(JSON.parse(all.stdout)).toMatchObject({
    ...{ errors: 1, warnings: 0 },
    findings: [
      { code: 'invalid-template', file: `${dir}/torn/template.json`, line: 1, column: 15 },
    ],
  });
});

test('template lint accepts other levels, a limit of warnings, and the format of annotations', async () => {
  const strict = await lint(
    ...[join(dir, 'letter'), '--rule', 'missing-alt=off', '--max-warnings', '0'],
    ...['--format', 'github'],
  );

  expect(strict).toEqual({
    exitCode: 1,
    stdout: `::warning file=${dir}/letter/test-data.json,line=2,col=13,title=postrider unknown-test-data::100%25,a is not used: delete it, or correct the name\n`,
    stderr: '\nThere are more than 0 warnings.\n',
  });
});

test("template lint uses the senders of the environment's settings, without a deployment", async () => {
  const settings = join(dir, 'postrider.json');
  const senders = { staging: ['Inbox.example.com'], production: ['acme.example'] };
  const environments = Object.entries(senders).map(([name, own]) => [name, { senders: own }]);
  await writeFile(settings, JSON.stringify({ environments: Object.fromEntries(environments) }));
  const lintFor = (environment: string) =>
    runHere(['template', 'lint', join(demo, 'welcome'), '--environment', environment], {
      POSTRIDER_SETTINGS: settings,
    });

  const staging = await lintFor('staging');
  const production = await lintFor('production');

  expect(staging).toMatchObject({ exitCode: 0, stdout: '0 errors, 0 warnings\n' });
  expect(production).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /template\.json:\d+:\d+ error unknown-sender: Postrider Demo <hello@inbox\.example\.com> is not a sender identity of the deployment: its identities are acme\.example\n/,
    ),
  });
});

test('template lint finds a branch to a template that is not in the folder, also from one template alone', async () => {
  const flows = join(dir, 'flows');
  const write = async (id: string, fields: object) => {
    await mkdir(join(flows, id), { recursive: true });
    const flow = flowTo('pro');
    await writeFile(
      join(flows, id, 'template.json'),
      JSON.stringify({ ...template, id, flow, ...fields }),
    );
    await writeFile(join(flows, id, 'body.html'), '<p>Good morning, you</p>');
  };
  await write('pro', { flow: undefined });
  await write('welcome', {});
  await write('wrong', { flow: flowTo('prro') });

  const found = `${flows}/wrong/template.json:1:126 error unknown-template: node "pro": template prro does not exist; choose another one\n`;
  expect((await lint(flows)).stdout).toBe(`${found}1 error, 0 warnings\n`);
  expect((await lint(join(flows, 'welcome'))).stdout).toBe('0 errors, 0 warnings\n');
  expect((await lint(flows, '--rule', 'unknown-template=off')).exitCode).toBe(0);
});

test('template lint of stored templates names the files that a pull would write', async () => {
  const cli = await startCommandLine();
  const { accountId } = await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
  const html = '<p>Good morning, you</p>\n<img src="https://a">';
  const source = { templateId: 'letter', name: 'Letter', subject: 'Hello', html };
  const author = { by: 'eva', how: 'push' };
  await createTemplate(cli.ports, accountId, { ...source, testData: { nobody: 1 } }, author);

  const { stdout } = await cli.run(['template', 'lint']);

  expect(stdout.split('\n')).toEqual([
    'letter/body.html:2:1 warning missing-alt: img has no alt: describe the image, or write alt="" for decoration',
    'letter/test-data.json:2:13 warning unknown-test-data: nobody is not used: delete it, or correct the name',
    ...['0 errors, 2 warnings', ''],
  ]);
});
