import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../../../jest.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { runHere } from '../../../in-process.ts';
import { writeTemplateFolder } from '../folders-on-disk.ts';

const demo = fileURLToPath(new URL('../../../../../templates', import.meta.url));

const dir = temporaryFolder();

/** Runs the command without a deployment. */
const types = (...words: string[]) =>
  runHere(['template', 'types', ...words], { POSTRIDER_DATA: join(dir, 'none') });

test('template types --check succeeds for the file that was written, and shows what has changed since', async () => {
  const file = join(dir, 'src/postrider.d.ts');
  const written = await types(demo, '--out', file);
  const same = await types(demo, '--out', file, '--check');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('        company?: Value;\n', ''));
  const outdated = await types(demo, '--out', file, '--check');

  expect(written).toMatchObject({ exitCode: 0, stdout: `Written into ${file}: 3 templates\n` });
  expect(same).toMatchObject({
    exitCode: 0,
    stdout: `${file} has the types of the templates: 3 templates\n`,
  });
  expect(outdated).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('+        company?: Value;'),
    stderr: expect.stringContaining(
      `${file} does not have the types of the templates. To write it: `,
    ),
  });
  expect(await readFile(file, 'utf8')).not.toContain('company');
});

test('template types --check fails if the file does not exist, and writes none', async () => {
  const file = join(dir, 'absent.d.ts');
  const { exitCode } = await types(demo, '--out', file, '--check');

  expect(exitCode).toBe(1);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

test('template types --json-schema names the required variables of each template', async () => {
  const { stdout } = await types(demo, '--json-schema');

  expect(JSON.parse(stdout)).toMatchObject({
    $defs: {
      welcome: { required: ['name'], additionalProperties: false },
      receipt: {
        properties: { items: { type: 'array', items: { required: ['name', 'price'] } } },
      },
    },
  });
});

test('template types writes nothing if a template of the folder is wrong', async () => {
  await writeTemplateFolder(dir, 'torn', '<p>{{#open}}</p>');
  const file = join(dir, 'torn.d.ts');
  const refused = await types(join(dir, 'torn'), '--out', file);

  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('No types were written'),
  });
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});
