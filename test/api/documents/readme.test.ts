import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { commandInWords } from '../harness/cli.ts';
import { blocksOf } from '../harness/document-examples.ts';
import { startOwnRun } from '../harness/own-run.ts';
import { differencesOf } from '../harness/run-example.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cli = 'npm run -s postrider -- ';

/** The blocks that a reader without an AWS account follows: all but those of the deployment and the tests. */
const here = [...blocksOf('README.md'), ...blocksOf('docs/first-steps.md')].filter(
  ({ text }) => !text.startsWith(`${cli}deploy`) && text !== 'npm install && npm test',
);

const ids = { KEY: /\bkey_\w+/, MESSAGE: /\b[0-9A-HJKMNP-TV-Z]{26}\b/ };

test('the commands of the README and of the first steps work from top to bottom', async () => {
  const folder = temporaryFolder();
  await cp(join(root, 'templates'), join(folder, 'templates'), { recursive: true });
  await appendFile(join(folder, 'templates/welcome/body.html'), '<!-- changed by the reader -->\n');
  const { deployment, data } = await startOwnRun({ data: join(folder, 'data') });
  const copied: Record<string, string | undefined> = {};
  const ran: string[] = [];

  const runCommand = async (line: string) => {
    const words = line.slice(cli.length).split(' ');
    const replaced = words.map((word) => copied[word] ?? word);
    const { exitCode, text, notes } = await commandInWords(replaced, data, folder);
    expect([exitCode, exitCode === 0 ? '' : notes]).toEqual([0, '']);
    if (words[0] === 'message') copied.MESSAGE ??= ids.MESSAGE.exec(text)?.[0];
    if (words[1] === 'create') copied.KEY = ids.KEY.exec(text)?.[0];
    ran.push(words.slice(0, 2).join(' '));
    return text;
  };
  const sendRequest = async (text: string, answer: string) => {
    ran.push(/\/v1\/\w+/.exec(text)?.[0] ?? text);
    expect(await differencesOf({ text, answer }, deployment)).toEqual([]);
  };

  let printed = '';
  let last = '';
  let shown = '';
  for (const [at, { text, language }] of here.entries()) {
    if (text.startsWith('curl ')) await sendRequest(text, here[at + 1]?.text ?? '');
    else if (text.startsWith(cli)) {
      for (const line of text.split('\n')) {
        const text = await runCommand(line);
        if (line.startsWith(`${cli}message show`)) [printed, last] = [text, line];
      }
    } else {
      // test/package/team.test.ts follows the block that installs the package.
      expect(`${language} ${text}`).toMatch(
        /^json | npm install && npm start$| BOUNCED: |npx --no-install postrider init|^ mkdir .*vendor/,
      );
      if (text.startsWith('BOUNCED: ')) shown = text;
    }
  }

  expect(ran).toEqual([
    ...['/v1/render', '/v1/execute', '/v1/verify'],
    ...['/v1/execute', 'message list', 'message show'],
    ...['template diff', 'template push', 'template versions', 'template rollback'],
    ...['key create', 'key list', 'key delete'],
  ]);
  // The reader shows the message again until SES has reported the bounce.
  await until(async () => {
    if (withoutIds(printed) !== withoutIds(shown)) printed = await runCommand(last);
    expect(withoutIds(printed)).toBe(withoutIds(shown));
  });
});

const withoutIds = (text: string) =>
  text
    .trim()
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
    .replace(new RegExp(ids.MESSAGE, 'g'), 'MESSAGE')
    .replace(/ses-\w+/g, 'SES')
    .replace(ids.KEY, 'KEY')
    .replace(/request [\w-]+/, 'REQUEST')
    .replace(/revision \d+/, 'REVISION')
    .replace(/[\d.]+ ms/g, 'DURATION');
