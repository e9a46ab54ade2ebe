import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { packedClient, projectWith } from '../harness/client-project.ts';
import { apiPages, blocksOf, examplesOf, fits } from '../harness/document-examples.ts';
import { outputOf } from '../harness/run-example.ts';

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
  async (example) => {
    const output = await outputOf(project, example);

    expect(fits(example.answer, output) || output).toBe(true);
  },
);
