import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { prepareFolderOffline } from '../../../cli/folders/prepare-folder.ts';
import { readTemplateFolders } from '../../../cli/folders/template-folders.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});

/** Writes these files, except those without content. */
async function write(files: Record<string, string | Uint8Array | null>) {
  for (const [file, content] of Object.entries(files)) {
    if (content === null) continue;
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), content);
  }
}

/** The ids of the templates in a folder. */
const idsIn = async (folder: string) =>
  (await readTemplateFolders(folder)).folders.map(({ source }) => source.templateId);

const welcome = '{"id": "welcome", "name": "Welcome", "subject": "Hello"}';
const valid = { 'welcome/template.json': welcome, 'welcome/body.html': '<p>Hello</p>' };

/** The problems, as `file:line:column message`. */
async function problems(): Promise<string[]> {
  const error = await prepareFolderOffline(dir, 'Nothing was saved').catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ManageError)) return [];
  return error.details.map(({ file = '', line, column, message }) => {
    const place = [relative(dir, file), line, column].filter((part) => part !== undefined);
    return `${place.join(':')} ${message}`;
  });
}

test('a folder of templates gives every file of each template as it is', async () => {
  await write({
    'b/template.json': '\uFEFF{"id": "second", "name": "B", "flow": {"nodes": [], "edges": []}}',
    'b/body.html': '\uFEFF<p>ü</p>\r\n',
    'a/template.json': welcome,
    'a/body.html': 'html',
    'a/body.txt': 'text',
    'a/flow.json': '{"nodes": [], "edges": []}',
    'a/test-data.json': '{"name": "Ada"}',
    'images/logo.svg': '<svg/>',
    'README.md': 'notes',
  });

  const { folders, problems } = await readTemplateFolders(dir);

  const flow = { nodes: [], edges: [] };
  expect(problems).toEqual([]);
  expect(folders.map(({ path, source }) => [relative(dir, path), source])).toEqual([
    [
      'a',
      {
        ...{ templateId: 'welcome', name: 'Welcome', subject: 'Hello' },
        ...{ html: 'html', text: 'text', flow, testData: { name: 'Ada' } },
      },
    ],
    ['b', { templateId: 'second', name: 'B', subject: '', html: '\uFEFF<p>ü</p>\r\n', flow }],
  ]);
});

test("a folder of templates may be one template's own folder", async () => {
  await write({ 'template.json': welcome, 'body.html': 'html' });

  const { folders } = await readTemplateFolders(dir);

  expect(folders).toMatchObject([{ path: dir, source: { templateId: 'welcome' } }]);
});

test.each([
  ['none', {}, 'There is no folder'],
  ['', { 'images/logo.svg': '' }, 'holds no template: a template is a folder with template.json'],
  ['file', { file: '' }, 'There is no folder'],
])('a folder of templates is refused: %j with %j', async (name, files, sentence) => {
  await write(files);

  await expect(readTemplateFolders(join(dir, name))).rejects.toThrow(sentence);
});

const fields =
  'a template has id, name, kind, layout, subject, language, languages, keep, secret, tags and flow';
test.each<[string, Record<string, string | Uint8Array | null>, string]>([
  [
    'no template.json',
    { 'template.json': null },
    'template.json is missing: write {"id": "…", "name": "…", "subject": "…"} into it',
  ],
  [
    'no body.html',
    { 'body.html': null },
    "body.html is missing: write the template's HTML into it",
  ],
  [
    'broken JSON',
    { 'template.json': '{\n  "id": "welcome",\n}' },
    'template.json:3:1 JSON needs a name in double quotes here: remove the last comma',
  ],
  [
    'unknown fields',
    { 'template.json': '{"id": "w", "name": "W", "subject": "s",\n "subjcet": "", "from": ""}' },
    `template.json:2:13 has the unknown field "subjcet" (did you mean "subject"?): ${fields}
template.json:2:25 has the unknown field "from": ${fields}`,
  ],
  [
    'fields that are missing or of the wrong type',
    { 'template.json': '{"name": 1,\n "subject": ["s"],\n "keep": 7,\n "secret": "code"}' },
    `template.json:1:1 lacks id
template.json:1:10 must have a text as name
template.json:2:13 must have a text as subject
template.json:3:10 must have a text such as "7d" as keep
template.json:4:12 must have a list of names of variables as secret`,
  ],
  [
    'a list for a template',
    { 'template.json': '[]' },
    'template.json:1:1 must be a JSON object with id, name and subject',
  ],
  [
    'two flows',
    { 'template.json': '{"id": "w", "name": "W", "flow": {}}', 'flow.json': '{}' },
    'flow.json and template.json both have a flow: keep one of the two',
  ],
  [
    'bytes that are not UTF-8',
    { 'body.html': Buffer.from('one\ntwo\nM\xfcller\n', 'latin1') },
    'body.html is not UTF-8: save it as UTF-8',
  ],
  [
    'test data that is a list',
    { 'test-data.json': '[]' },
    'test-data.json:1:1 must be a JSON object with the variables for the preview',
  ],
  [
    'too large files',
    {
      'body.html': 'x'.repeat(512 * 1024 + 1),
      'body.txt': 'x'.repeat(256 * 1024 + 1),
      'test-data.json': `{"a": "${'x'.repeat(64 * 1024)}"}`,
      'template.json': `{"a": "${'x'.repeat(256 * 1024)}"}`,
    },
    `template.json is larger than 256 KB
test-data.json is larger than 64 KB
body.html is larger than 512 KB
body.txt is larger than 256 KB`,
  ],
])('a template on disk with %s is refused', async (_, files, expected) => {
  const inFolder = Object.entries(files).map(([file, content]) => [`welcome/${file}`, content]);
  await write({ ...valid, ...Object.fromEntries(inFolder) });

  const found = (await problems()).map((problem) => problem.replace('welcome/', ''));
  expect(found.join('\n')).toBe(expected);
});

test('a template on disk with the id of another folder is refused', async () => {
  await write({ ...valid, 'zweite/template.json': welcome, 'zweite/body.html': 'x' });

  expect(await problems()).toEqual([
    `zweite/template.json:1:8 has the same id as ${dir}/welcome: give each template its own id`,
  ]);
});

test('refused templates on disk are listed with all their problems, each at its place', async () => {
  await write({
    'one/template.json': '{\n  "id": "one",\n  "name": "One",\n  "subject": "\\u00dcber {{name"\n}',
    'one/body.html': '<p>\n  {{#items}}\n</p>',
    'two/template.json':
      '{"id": "two", "name": "Two", "flow": {\n  "nodes": [{"id": "t", "type": "template"},\n    {"id": "x", "type": "nothing"}],\n  "edges": []}}',
    'two/body.html': 'ok',
    'three/template.json': '{"id": "three", "name": "Three"}',
    'three/body.html': 'ok',
    'three/flow.json':
      '{"nodes": [{"id": "t", "type": "template"},\n {"id": "s", "type": "provider", "provider": "ses", "from": "nobody"}],\n "edges": [{"from": "t", "to": "s"}]}',
  });

  const places = (await problems()).map((problem) => problem.split(' ')[0]);

  expect(places).toEqual([
    'one/template.json:4:14',
    'one/body.html:2:3',
    'three/flow.json:2:61',
    'two/template.json:3:25',
  ]);
});

test('a template on disk is read if the named folder is a link, whether it is a template or a folder of them', async () => {
  await write({ 'shared/welcome/template.json': welcome, 'shared/welcome/body.html': 'x' });
  await symlink(join(dir, 'shared'), join(dir, 'all'));
  await symlink(join(dir, 'shared/welcome'), join(dir, 'one'));

  const ids = [await idsIn(join(dir, 'all')), await idsIn(join(dir, 'one'))];
  expect(ids).toEqual([['welcome'], ['welcome']]);
});

test('a link to a template below the named folder is refused, and other links are skipped', async () => {
  await write({ ...valid, 'notes/README.md': 'notes', 'outside/t/template.json': welcome });
  await symlink(join(dir, 'outside/t'), join(dir, 'linked'));
  await symlink(join(dir, 'notes'), join(dir, 'more-notes'));
  await symlink(join(dir, 'nowhere'), join(dir, 'broken'));

  expect(await problems()).toEqual([
    'linked is a link: put the folder itself here, or name the folder in the command',
  ]);
});

test.each<[string, string]>([
  ...['template.json', 'flow.json', 'test-data.json', 'body.html', 'body.txt'].map(
    (name): [string, string] => [name, 'secret'],
  ),
  ['body.txt', '/dev/zero'],
])(
  'a template on disk whose %s is a link to %s is refused without being read',
  async (name, to) => {
    await write({ ...valid, secret: '{"AWS_SECRET": "hunter2"}' });
    await rm(join(dir, 'welcome', name), { force: true });
    await symlink(resolve(dir, to), join(dir, 'welcome', name));

    expect(await problems()).toEqual([`welcome/${name} is a link: put the file itself here`]);
  },
);

test('a template on disk whose only file is a link to nothing is refused', async () => {
  await mkdir(join(dir, 'welcome'));
  await symlink(join(dir, 'nowhere'), join(dir, 'welcome/template.json'));

  expect(await problems()).toEqual([
    'welcome/template.json is a link: put the file itself here',
    "welcome/body.html is missing: write the template's HTML into it",
  ]);
});

// Windows folders can contain neither.
const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('a template on disk with a pipe is refused and not waited for', async () => {
  await write({ 'welcome/template.json': welcome });
  execFileSync('mkfifo', [join(dir, 'welcome/body.html')]);

  expect(await problems()).toEqual([
    'welcome/body.html is a pipe, a device or a socket: put a file here, or remove it',
  ]);
});
