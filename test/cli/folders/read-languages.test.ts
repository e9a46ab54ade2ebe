import { symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readTemplateFolder } from '../../../cli/folders/template-folder.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});

async function write(files: Record<string, string>) {
  for (const [file, content] of Object.entries(files)) await writeFile(join(dir, file), content);
}

const template = (languages: object, others: object = { language: 'en', subject: 'Hello' }) =>
  JSON.stringify({ id: 'welcome', name: 'Welcome', ...others, languages });

/** The problems, as `file:line:column message`. */
async function problems(): Promise<string[]> {
  const reading = await readTemplateFolder(dir);
  return reading.problems.map(({ file = '', line, column, message }) => {
    const place = [relative(dir, file), line, column].filter((part) => part !== undefined);
    return `${place.join(':')} ${message}`;
  });
}

test("a template's languages are read with their canonical tags, each with its subject, HTML and text", async () => {
  await write({
    'template.json': template(
      { 'PT-br': { subject: 'Olá' }, de: { subject: 'Hallo' } },
      { language: 'EN', subject: 'Hello' },
    ),
    'body.html': '<p>Hello</p>',
    'body.pt-BR.html': '\uFEFF<p>Olá</p>\r\n',
    'body.pt-BR.txt': 'Olá',
    'body.DE.html': '<p>Hallo</p>',
    'body.css': 'notes',
  });

  const { folder, problems } = await readTemplateFolder(dir);

  expect(problems).toEqual([]);
  expect(folder?.source).toEqual({
    ...{ templateId: 'welcome', name: 'Welcome', subject: 'Hello' },
    ...{ html: '<p>Hello</p>', language: 'en' },
    languages: {
      'pt-BR': { subject: 'Olá', html: '\uFEFF<p>Olá</p>\r\n', text: 'Olá' },
      de: { subject: 'Hallo', html: '<p>Hallo</p>' },
    },
  });
});

test.each([
  ['as a partial has none', {}],
  ['as a variable is the subject', { subject: '' }],
])('a language needs no subject if the template has none, %s', async (_, own) => {
  await write({
    'template.json': template({ pt: {} }, own),
    'body.html': 'Hello',
    'body.pt.html': 'Olá',
  });

  const { folder, problems } = await readTemplateFolder(dir);

  expect(problems).toEqual([]);
  expect(folder?.source.languages).toEqual({ pt: { subject: '', html: 'Olá' } });
});

const pt = { subject: 'Olá' };
test.each<[string, string, string[], string]>([
  [
    'a file without its entry',
    template({}),
    ['body.pt.html'],
    'body.pt.html has no entry in template.json: write "languages": {"pt": {"subject": "…"}} there, or delete this file',
  ],
  [
    'an entry without its HTML',
    template({ pt }),
    ['body.pt.txt'],
    'template.json:1:86 has the language pt, but body.pt.html is missing: write the HTML in pt into it, or remove this entry',
  ],
  [
    'an entry without its subject',
    template({ pt: {} }),
    ['body.pt.html'],
    'template.json:1:86 lacks the subject in pt: write "pt": {"subject": "…"}',
  ],
  [
    'pt_BR as the name of a file',
    template({}),
    ['body.pt_BR.html', 'body.pt_BR.txt'],
    `body.pt_BR.html "pt_BR" is no language tag: give the file a name such as body.pt-BR.html, or another name
body.pt_BR.txt "pt_BR" is no language tag: give the file a name such as body.pt-BR.html, or another name`,
  ],
  [
    'pt_BR as an entry, and as the language of the template itself',
    template({ pt_BR: pt }, { language: 'en_GB' }),
    ['body.pt-BR.html'],
    `template.json:1:45 has the language "en_GB", which is no language tag: write one such as pt or pt-BR
template.json:1:74 has the language "pt_BR", which is no language tag: write one such as pt or pt-BR
body.pt-BR.html has no entry in template.json: write "languages": {"pt-BR": {}} there, or delete this file`,
  ],
  [
    'two entries and two files of one language',
    template({ 'PT-br': pt, 'pt-BR': pt }),
    ['body.PT-br.html', 'body.pt-BR.html'],
    `body.pt-BR.html is in the same language as body.PT-br.html: keep one of the two
template.json:1:115 has pt-BR twice: keep one of the two`,
  ],
  [
    'the language of the template itself among the languages',
    template({ en: { subject: 'Hello' } }),
    ['body.en.html'],
    'template.json:1:86 has en as language and among languages: keep one of the two',
  ],
  [
    'a file in the language of the template itself',
    template({}),
    ['body.en.html'],
    'body.en.html is in en, the language of body.html: keep one of the two, or correct language in template.json',
  ],
  [
    'fields of the wrong type',
    '{"id": "w", "name": "W", "language": 1, "languages": {"pt": "Olá",\n "de": {"subject": 1, "html": "x"}}}',
    ['body.pt.html', 'body.de.html'],
    `template.json:1:38 must have a tag such as "en" as language
template.json:1:61 must have an object as pt: {"subject": "…"}
template.json:2:20 must have a text as the subject in de
template.json:2:31 has the unknown field "html" in de: a language has only a subject`,
  ],
  [
    'a list as languages',
    '{"id": "w", "name": "W", "languages": ["pt"]}',
    [],
    'template.json:1:39 must have an object such as {"pt": {"subject": "…"}} as languages',
  ],
])('a template on disk with %s is refused', async (_, json, bodies, expected) => {
  await write({ 'template.json': json, 'body.html': 'Hello' });
  await write(Object.fromEntries(bodies.map((name) => [name, 'Olá'])));

  expect((await problems()).join('\n')).toBe(expected);
});

test('a template on disk whose translation is a link is refused', async () => {
  await write({ 'template.json': template({ pt }), 'body.html': 'Hello', 'notes.md': 'x' });
  await symlink(join(dir, 'notes.md'), join(dir, 'body.pt.html'));

  expect(await problems()).toEqual(['body.pt.html is a link: put the file itself here']);
});
