import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../bare-environment.ts';
import { documentText, sectionOf } from '../../docs/commands.ts';
import { type Fate, startFaultProxy } from '../../fault-proxy.ts';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { blocksOf, examplesOf, fits } from '../harness/document-examples.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';

const languages: Record<string, { file: string; run: string[]; check: string[] }> = {
  python: { file: 'send.py', run: ['python3'], check: ['python3', '--version'] },
  go: { file: 'send.go', run: ['go', 'run'], check: ['go', 'version'] },
  php: { file: 'send.php', run: ['php'], check: ['php', '-r', 'curl_version();'] },
  ruby: { file: 'send.rb', run: ['ruby'], check: ['ruby', '--version'] },
};

const { examples, rest } = examplesOf(blocksOf('docs/languages.md'));

const account = await openAccount();
const flow = flowOf(template, provider());
await account.save({ id: 'welcome', html: '<p>Welcome, {{name}}</p>', flow });

const countTo = async (to: string) => (await mailsTo(to)).length;

test('docs/languages.md has one example for each language', () => {
  expect(rest).toEqual([]);
  expect(examples.map(({ kind }) => kind)).toEqual(Object.keys(languages));
});

/** Skips the tests of a language that this machine lacks: `check` is a command that succeeds if the language is there. */
const testWith = ([command = '', ...words]: readonly string[]) =>
  spawnSync(command, words).status === 0 ? test : test.skip;

describe.each(examples)('the example for $kind in docs/languages.md', ({ kind, text, answer }) => {
  const { file, run, check } = languages[kind] ?? { file: '', run: [], check: [] };
  const [command = '', ...words] = run;
  const testIfInstalled = testWith(check);

  async function runExample(to: string, apiKey: string, ...fates: Fate[]) {
    const { origin } = new URL(account.baseUrl);
    const proxy = await startFaultProxy(origin, () => fates.shift() ?? 'pass');
    const path = join(temporaryFolder(), file);
    const filledIn = text
      .replace('http://127.0.0.1:3000/v1', `${proxy.endpoint}/v1`)
      .replace('ada@inbox.example.com', to)
      .replace('welcome-ada-', `${to}-`);
    await writeFile(path, filledIn);
    const env = { ...bareEnvironment(), POSTRIDER_KEY: apiKey };
    const done = promisify(execFile)(command, [...words, path], { env });
    const { code = 0, stdout, stderr } = await done.catch((failed) => failed);
    return { code, stdout: stdout.trim(), stderr, requests: proxy.calls.length };
  }

  testIfInstalled(
    `the example for ${kind} in docs/languages.md sends one mail, though the connection breaks twice`,
    async () => {
      const to = `${kind}@languages.example`;

      const { code, stdout, requests } = await runExample(to, account.key, 'lose answer', 'cut');

      expect(fits(answer, stdout) || stdout).toBe(true);
      expect([code, requests, await countTo(to)]).toEqual([0, 3, 1]);
    },
  );

  testIfInstalled(
    `the example for ${kind} in docs/languages.md tries again after a 503 that a proxy wrote`,
    async () => {
      const to = `${kind}.503@languages.example`;

      const { code, requests } = await runExample(to, account.key, { status: 503, type: 'Busy' });

      expect([code, requests, await countTo(to)]).toEqual([0, 2, 1]);
    },
  );

  testIfInstalled(
    `the example for ${kind} in docs/languages.md prints an outcome that is a failure`,
    async () => {
      const { code, stdout, requests } = await runExample('nobody', account.key);

      const printed = 'validation_failed _to is not a valid email address: it has no @';
      expect([code, stdout, requests]).toEqual([0, printed, 1]);
    },
  );

  testIfInstalled(
    `the example for ${kind} in docs/languages.md fails with a refusal, and does not repeat it`,
    async () => {
      const { code, stdout, stderr, requests } = await runExample('ada@x.example', 'pr_none');

      expect([code === 0, requests]).toEqual([false, 1]);
      expect(stdout + stderr).toContain('401 {"error":"Invalid API key"}');
    },
  );
});

const around: Record<string, (expression: string) => [file: string, program: string]> = {
  Python: (expression) => ['attach.py', `import base64\nprint(${expression}, end="")`],
  Go: (expression) => [
    'attach.go',
    `package main

import (
	"encoding/base64"
	"fmt"
	"os"
)

func main() {
	data, _ := os.ReadFile("invoice.pdf")
	fmt.Print(${expression})
}
`,
  ],
  PHP: (expression) => ['attach.php', `<?php echo ${expression};`],
  Ruby: (expression) => ['attach.rb', `print ${expression}`],
};

const table = sectionOf(documentText('docs/languages.md'), 'Attach a file');
const rows = [...table.matchAll(/^\| (\w+) \| `([^`]+)`/gm)].map(
  ([, language = '', expression = '']) => ({ language, expression }),
);

test('docs/languages.md says for each language how it encodes a file', () => {
  expect(rows.map(({ language }) => language)).toEqual(Object.keys(around));
});

describe.each(rows)('the table of docs/languages.md', ({ language, expression }) => {
  const { run = [], check = [] } = languages[language.toLowerCase()] ?? {};
  const [command = '', ...words] = run;
  const testIfInstalled = testWith(check);

  testIfInstalled(`the expression for ${language} is the file in base64 on one line`, async () => {
    const folder = temporaryFolder();
    const [file, program] = around[language]?.(expression) ?? ['', ''];
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 31) % 256));
    await writeFile(join(folder, 'invoice.pdf'), bytes);
    await writeFile(join(folder, file), program);

    const { stdout } = await promisify(execFile)(command, [...words, file], { cwd: folder });

    expect(stdout).toBe(bytes.toString('base64'));
  });
});
