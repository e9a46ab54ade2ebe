import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { compileIn, packedClient, projectWith, runIn, typescript7 } from '../harness/client-project.ts';
import { deployment } from '../harness/deployment.ts';
import { apiPages, blocksOf, examplesOf, fits } from '../harness/document-examples.ts';

const project = await projectWith(await packedClient());
await cp('docs/examples/mails-with-files/invoice-1001.pdf', join(project, 'invoice-1001.pdf'));

const documents = ['client/README.md', ...apiPages].map((path) => examplesOf(blocksOf(path)));
const examples = documents
  .flatMap((each) => each.examples)
  .filter(({ kind }) => kind === 'ts' || kind === 'js');

test('the examples of client/README.md are all run', () => {
  expect(documents[0]?.rest.map(({ text }) => text)).toEqual([
    'mkdir -p vendor && npm pack ../postrider/client --pack-destination vendor\nnpm install ./vendor/postrider-client-*.tgz',
  ]);
  expect(examples).toHaveLength(7);
});

test.each(examples)(
  'the example at $place compiles strictly and prints the output below it',
  async ({ place, kind, text, answer }) => {
    const name = place.replace(/\W/g, '-');
    const [file, built] = kind === 'ts' ? [`${name}.mts`, `out/${name}.mjs`] : [`${name}.cjs`];
    const local = text
      .replaceAll('http://127.0.0.1:3000/v1', deployment.baseUrl)
      .replaceAll('pr_test_…', deployment.testApiKey)
      .replaceAll('pr_…', deployment.apiKey);
    await writeFile(join(project, file), local);

    const errors = built && (await compileIn(project, typescript7, file, '--module', 'nodenext'));
    const output = errors || (await runIn(project, built ?? file));

    expect(fits(answer, output) || output).toBe(true);
  },
);
