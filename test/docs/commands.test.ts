import { globSync } from 'node:fs';
import { expect, test } from '../jest.ts';
import { commandsIn, documentText, parsed } from './commands.ts';

const documents = globSync('{README.md,docs/*.md,docs/{api,operations}/*.md}').sort();
const commands = documents.flatMap((name) =>
  commandsIn(documentText(name)).map((words) => [name, words.join(' '), words] as const),
);

test('the commands of the documents are found', () => {
  expect(new Set(commands.map(([name]) => name)).size).toBeGreaterThan(15);
});

test.each(commands)(
  'the CLI knows the command in %s and its options: %s',
  async (_name, _text, words) => {
    expect(words).toContain(await parsed(words));
  },
);
