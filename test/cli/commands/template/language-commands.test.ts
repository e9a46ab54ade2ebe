import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '../../../jest.ts';
import { refused, wordsOf } from '../../in-process.ts';
import { commandLinePerTest } from './command-line-per-test.ts';
import { writePartial, writeTemplateFolder } from './folders-on-disk.ts';

const at = commandLinePerTest();

const inPortuguese = (entry: object) => ({ language: 'en', languages: { pt: entry } });

/** Writes a template or a partial in English and Portuguese. */
async function write(id: string, html: string, pt: string, fields = {}) {
  await writeTemplateFolder(at.folder, id, html, {
    ...inPortuguese({ subject: 'Olá' }),
    ...fields,
  });
  await writeFile(join(at.folder, id, 'body.pt.html'), pt);
}
async function writeFooter(html: string, pt: string) {
  await writePartial(at.folder, 'footer', html, inPortuguese({}));
  await writeFile(join(at.folder, 'footer/body.pt.html'), pt);
}

const run = (line: string) => at.run(wordsOf(line));
const push = () => run('template push templates');

test('a push of a variable that only Portuguese requires saves nothing, and names the file and what to write', async () => {
  await write('letter', 'Hello {{name}}', 'Olá {{name}},\no plano {{plan}}');
  await writeTemplateFolder(at.folder, 'other', 'Hello');

  const pushed = await push();
  const listed = await at.answer('list');

  expect(pushed).toEqual(
    refused(
      'Nothing was saved: templates/letter/body.pt.html:2:9 plan is required in pt, and not in en: a request without it fails in pt alone. Print plan in en as well, or write a default, {{plan|…}}',
    ),
  );
  expect(listed).toEqual({ templates: [] });
});

describe('render --language', () => {
  beforeEach(async () => {
    await writeFooter('Our shop', 'A nossa loja');
    await writePartial(at.folder, 'legal', 'Terms');
    await write('letter', 'Hello {{> footer}} {{> legal}}', 'Olá {{> footer}} {{> legal}}');
  });

  test.each(['folder', 'account'])(
    'a mail from the %s is whole in the language that fits best, with each partial in it or in its own',
    async (from) => {
      if (from === 'account') await push();
      const template = from === 'account' ? 'letter' : 'templates/letter';

      const { answer } = await at.json('render', template, '--language', 'PT-br');
      const { stdout } = await run(`render ${template} --html`);

      const html = 'Olá A nossa loja Terms';
      expect(answer).toEqual({ subject: 'Olá', html, text: html, language: 'pt' });
      expect(stdout).toBe('Hello Our shop Terms\n');
    },
  );

  test('a language that the template is not in gives its own, and a note says so', async () => {
    const rendered = await run('render templates/letter --subject --language fr');

    expect(rendered).toEqual({
      exitCode: 0,
      stdout: 'Hello\n',
      stderr: '\nThe template is not in fr: this is its own language, en.\n',
    });
  });

  test.each(['pt_BR', ''])('%j as a language is wrong usage', async (tag) => {
    expect(await at.run(['render', 'templates/letter', '--language', tag])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--language must be a language tag such as pt-BR'),
    });
  });
});
