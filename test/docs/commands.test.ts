import { describe, expect, test } from '@jest/globals';
import { commandsIn, documentText, parsed } from './commands.ts';

const documents = ['README.md', 'docs/operations.md', 'docs/runbook.md', 'docs/sending.md'];

describe.each(documents)('the commands in %s', (name) => {
  const commands = commandsIn(documentText(name));

  test('are found', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  test.each(commands.map((words) => [words.join(' '), words] as const))(
    'are there, with the options that they are given: %s',
    async (_, words) => {
      expect(words).toContain(await parsed(words));
    },
  );
});
