import { describe, expect, test } from '../jest.ts';
import { commandsIn, documentText, parsed } from './commands.ts';

const documents = [
  'README.md',
  'docs/operations.md',
  'docs/runbook.md',
  'docs/sending.md',
  'docs/testing-your-mails.md',
  'docs/webhooks.md',
];

describe.each(documents)('%s', (name) => {
  const commands = commandsIn(documentText(name));

  test(`the commands in ${name} are found`, () => {
    expect(commands.length).toBeGreaterThanOrEqual(3);
  });

  test.each(commands.map((words) => [words.join(' '), words] as const))(
    `the CLI knows the command in ${name} and its options: %s`,
    async (_, words) => {
      expect(words).toContain(await parsed(words));
    },
  );
});
