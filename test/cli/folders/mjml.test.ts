import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { startCommandLine } from '../command-line.ts';
import { runHere } from '../in-process.ts';

let dir: string;
const cli = await startCommandLine();
await cli.json('account', 'create', '--name', 'Acme', '--plan', 'free');
beforeEach(() => {
  dir = temporaryFolder();
});

/** A stub with the interface of `mjml` 5, which is no dependency of this project because it installs 149 packages. */
const compiler = `module.exports = async (source, { ignoreIncludes }) => {
  if (!ignoreIncludes) throw new Error('would read other files');
  if (!source.includes('<mjml>')) throw new Error('Parsing failed. Check your mjml.');
  const line = source.split('\\n').findIndex((text) => text.includes('<mj-bad'));
  const errors = line === -1 ? [] : [{ line: line + 1, message: "Element mj-bad doesn't exist or is not registered" }];
  return { html: source.replace('<mjml>', '<html>\\n<body>').replace('</mjml>', '</body></html>'), errors };
};`;

async function write(files: Record<string, string | object>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(dir, file), text);
  }
}

/** Runs the CLI with the settings file of the folder, if it has one. */
const run = (...words: string[]) =>
  cli.run(words, { POSTRIDER_SETTINGS: join(dir, 'postrider.json') });

const installed = {
  'postrider.json': {},
  'node_modules/mjml/package.json': { name: 'mjml', version: '5.4.1', main: 'index.js' },
  'node_modules/mjml/index.js': compiler,
};
const body = 'templates/welcome/body.mjml';
const welcome = {
  'templates/welcome/template.json': { id: 'welcome', name: 'Welcome', subject: 'Hello' },
  [body]: '<mjml>\n<p>Hello {{name}}</p></mjml>',
};
const html = '<html>\n<body>\n<p>Hello {{name}}</p></body></html>';

test('a push saves the HTML that the project’s mjml makes of body.mjml, and a pull keeps the MJML', async () => {
  await write({ ...installed, ...welcome });

  const pushed = await run('template', 'push', join(dir, 'templates'));
  const shown = await cli.json('template', 'show', 'welcome');
  await run('template', 'pull', join(dir, 'templates'));
  expect([pushed.exitCode, shown.answer]).toEqual([0, expect.objectContaining({ html })]);
  expect((await readdir(join(dir, 'templates/welcome'))).sort()).toEqual([
    'body.mjml',
    'template.json',
  ]);
});

test('a pull of HTML that another person changed keeps both, and the next push asks which one to keep', async () => {
  await write({ ...installed, ...welcome });
  await run('template', 'push', join(dir, 'templates'));
  await write({ [body]: '<mjml>\n<p>Bye</p></mjml>' });

  await run('template', 'pull', join(dir, 'templates'));
  const pushed = await run('template', 'push', join(dir, 'templates'));
  expect(await readFile(join(dir, 'templates/welcome/body.html'), 'utf8')).toBe(html);
  expect(pushed).toMatchObject({
    exitCode: 1,
    stderr: `Error: Nothing was saved: ${dir}/templates/welcome/body.mjml and body.html both have the HTML: keep one of the two\n`,
  });
});

test.each([
  [
    'without the package',
    {},
    'body.mjml needs the package mjml: run npm install -D mjml in your project, or save its HTML as body.html',
  ],
  [
    'with an unknown element',
    { ...installed, [body]: '<mjml>\n<mj-bad/></mjml>' },
    "body.mjml:2:1 Element mj-bad doesn't exist or is not registered",
  ],
  [
    'that is no MJML',
    { ...installed, [body]: 'Hello' },
    'body.mjml was not compiled: Parsing failed. Check your mjml.',
  ],
  [
    'with a placeholder at an unsafe place',
    { ...installed, [body]: '<mjml>\n<p>\n<a href={{url}}>x</a></p></mjml>' },
    'body.mjml:3:9 {{url}} is in an attribute without quotes: write href="{{url}}"',
  ],
] as const)(
  'a push of MJML %s is refused at its place, and nothing is saved',
  async (_, files, reason) => {
    await write({ ...welcome, ...files });

    expect(await run('template', 'push', join(dir, 'templates'))).toMatchObject({
      exitCode: 1,
      stderr: `Error: Nothing was saved: ${dir}/templates/welcome/${reason}\n`,
    });
  },
);

test.each([
  ['template', 'lint', '..'],
  ['render', '.'],
  ['render', '../linked'],
  ['template', 'diff', '..'],
  ['template', 'types', '..'],
])('%s %s runs no code of a template’s folder', async (...words) => {
  const theirs = `require('node:fs').writeFileSync(${JSON.stringify(join(dir, 'ran'))}, '');${compiler}`;
  const folder = 'templates/welcome/';
  await write({
    ...welcome,
    [`${folder}package.json`]: {},
    [`${folder}postrider.json`]: {},
    [`${folder}node_modules/mjml/index.js`]: theirs,
    'templates/linked/template.json': { id: 'linked', name: 'Linked' },
    'templates/linked/body.mjml': '<mjml></mjml>',
  });
  await symlink(join(dir, folder, 'node_modules'), join(dir, 'templates/linked/node_modules'));

  const ended = await runHere(words, { POSTRIDER_DATA: cli.dir }, join(dir, folder));

  expect(ended.stdout + ended.stderr).toContain('npm install -D mjml');
  expect(await readdir(dir)).not.toContain('ran');
});
