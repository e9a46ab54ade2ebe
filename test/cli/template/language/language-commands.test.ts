import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../../../../shared/manage/accounts.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../../jest.ts';
import { type CommandLine, startCommandLine } from '../../command-line.ts';
import { writePartial, writeTemplateFolder } from '../folders-on-disk.ts';

let cli: CommandLine;
let dir: string;
beforeEach(async () => {
  cli = await startCommandLine();
  await createAccount(cli.ports, { name: 'Acme', plan: 'free' });
  dir = join(cli.dir, 'templates');
});
afterEach(() => cli.stop());

const inPortuguese = (entry: object) => ({ language: 'en', languages: { pt: entry } });

/** Writes a template or a partial in English and Portuguese. */
async function write(id: string, html: string, pt: string, fields = {}) {
  await writeTemplateFolder(dir, id, html, { ...inPortuguese({ subject: 'Olá' }), ...fields });
  await writeFile(join(dir, id, 'body.pt.html'), pt);
}
async function writeFooter(html: string, pt: string) {
  await writePartial(dir, 'footer', html, inPortuguese({}));
  await writeFile(join(dir, 'footer/body.pt.html'), pt);
}

const run = (...words: string[]) => cli.run(words);
const push = () => run('template', 'push', dir);
const versions = async (id: string) =>
  (await cli.json('template', 'versions', id)).answer as { versions: object[] };

describe('a push of languages', () => {
  test('a push of a variable that Portuguese alone requires saves nothing, and names the file and what to write', async () => {
    await write('letter', 'Hello {{name}}', 'Olá {{name}},\no plano {{plan}}');
    await writeTemplateFolder(dir, 'other', 'Hello');

    const pushed = await push();
    const listed = await cli.json('template', 'list');

    expect(pushed).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'Error: Nothing was saved: templates/letter/body.pt.html:2:9 plan is required in pt, and not in en: a request without it fails in pt alone. Print plan in en as well, or write a default, {{plan|…}}\n',
    });
    expect(listed.answer).toEqual({ templates: [] });
  });

  test('a push of a footer whose Portuguese alone requires a variable is refused for the templates that take it', async () => {
    await writeFooter('Our shop', 'A nossa loja');
    await write('letter', 'Hello {{> footer}}', 'Olá {{> footer}}');
    await push();
    await writeFooter('Our shop', 'A nossa loja em {{city}}');

    const pushed = await run('template', 'push', join(dir, 'footer'));

    expect(pushed.exitCode).toBe(1);
    expect(pushed.stderr).toContain('city is required in pt, and not in en');
    expect(pushed.stderr).toContain('letter/body.pt.html');
    expect((await versions('letter')).versions).toHaveLength(1);
    expect((await versions('footer')).versions).toHaveLength(1);
  });

  test('a mistake in the Portuguese of a partial is in its file, and says where it is taken', async () => {
    await writeFooter('Our shop', 'A nossa\n {{loja');
    await write('letter', 'Hello {{> footer}}', 'Olá\n{{> footer}}');

    const pushed = await push();

    expect(pushed.stderr).toMatch(/footer\/body\.pt\.html:2:2 /);
  });

  test('a mistake in Portuguese is found at its place', async () => {
    await write('letter', 'Hello', 'Olá\n {{#a}}', inPortuguese({ subject: 'Olá {{nome' }));

    const { stderr } = await push();

    expect(stderr).toMatch(/letter\/template\.json:\d+:\d+ /);
    expect(stderr).toMatch(/letter\/body\.pt\.html:2:2 /);
  });

  test('a language whose template does not say its own is refused, and the sentence says what to write', async () => {
    await write('letter', 'Hello', 'Olá', { language: undefined });

    const { stderr } = await push();

    expect(stderr).toContain('letter/template.json:1:1 language is missing: write the tag');
  });
});

describe('lint of languages', () => {
  test('lint names the file of the language, and no rule switches off what a push refuses', async () => {
    await write('letter', 'Hello {{name}}', '<html lang="en">\nOlá {{nome}}');

    const linted = await run('template', 'lint', dir);
    const off = await run('template', 'lint', dir, '--rule', 'language-variable=off');

    expect(linted.exitCode).toBe(1);
    expect(linted.stdout.replaceAll('templates/', '').split('\n')).toEqual([
      'letter/body.pt.html:1:1 warning missing-in-language: en has name, and pt does not: add it, or leave it out in en as well',
      'letter/body.pt.html:1:7 warning html-lang: lang is en, and the file is in pt: correct one of the two, or screen readers read the mail with a wrong voice',
      'letter/body.pt.html:2:5 error language-variable: nome is required in pt, and not in en: a request without it fails in pt alone. Print nome in en as well, or write a default, {{nome|…}}',
      '1 error, 2 warnings',
      '',
    ]);
    expect(off).toMatchObject({ exitCode: 2 });
    expect(off.stderr).toContain('language-variable is always an error');
  });
});

describe('types of languages', () => {
  test('a variable that one language requires is required, and an account gives the file of its folder', async () => {
    await write('letter', 'Hello {{name}} {{plan|free}}', 'Olá {{name}} {{title|Sra.}}');
    await push();

    const folder = await run('template', 'types', dir);
    const account = await run('template', 'types');

    expect(folder.stdout).toContain('name: Value;\n        plan?: Value;\n        title?: Value;');
    expect(account.stdout).toBe(folder.stdout);
  });
});

describe('render --language', () => {
  beforeEach(async () => {
    await writeFooter('Our shop', 'A nossa loja');
    await writePartial(dir, 'legal', 'Terms');
    await write('letter', 'Hello {{> footer}} {{> legal}}', 'Olá {{> footer}} {{> legal}}');
  });

  test.each(['folder', 'account'])(
    'a mail from the %s is whole in the language that fits best, with each partial in it or in its own',
    async (from) => {
      if (from === 'account') await push();
      const template = from === 'account' ? 'letter' : join(dir, 'letter');

      const { answer } = await cli.json('render', template, '--language', 'PT-br');
      const { stdout } = await run('render', template, '--html');

      expect(answer).toEqual({
        subject: 'Olá',
        html: 'Olá A nossa loja Terms',
        text: 'Olá A nossa loja Terms',
        language: 'pt',
      });
      expect(stdout).toBe('Hello Our shop Terms\n');
    },
  );

  test('a language that the template is not in gives its own, and a note says so', async () => {
    const rendered = await run('render', join(dir, 'letter'), '--subject', '--language', 'fr');

    expect(rendered).toEqual({
      exitCode: 0,
      stdout: 'Hello\n',
      stderr: '\nThe template is not in fr: this is its own language, en.\n',
    });
  });

  test.each(['pt_BR', ''])('%j as a language is wrong usage', async (tag) => {
    expect(await run('render', join(dir, 'letter'), '--language', tag)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--language must be a language tag such as pt-BR'),
    });
  });
});
