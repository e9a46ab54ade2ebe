import { readdir } from 'node:fs/promises';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { refused, runHere, wordsOf } from '../in-process.ts';

const folder = temporaryFolder();

test.each([
  ['--from postmark', '--from postmark needs the folder that postmark templates pull wrote'],
  ['pulled --from ses', '--from ses reads no folder: leave it out'],
  ['--from sendgrid', '--from sendgrid needs --key-from: the environment variable with the key'],
  ['--from ses --key-from KEY', '--from ses needs no key: leave out --key-from'],
  [
    '--from mailgun --key-from KEY',
    '--from mailgun needs --domain: the domain that has the templates',
  ],
  [
    '--from resend --key-from KEY --eu',
    '--eu is for --from sendgrid and --from mailgun: leave it out',
  ],
  ['--from resend --key-from KEY --domain a.b', '--domain is for --from mailgun: leave it out'],
  ['--from resend --key-from KEY --region eu-west-1', '--region is for --from ses: leave it out'],
] as const)('template import %s is wrong usage', async (words, reason) => {
  const ended = await runHere(wordsOf(`template import ${words} --out templates`), {}, folder);

  const stderr = `error: ${reason}\n(--help shows the usage)\n`;
  expect(ended).toEqual({ exitCode: 2, stdout: '', stderr });
});

test.each(['sendgrid', 'resend', 'mailgun --domain acme.example'])(
  'template import --from %s without the key in the environment writes nothing',
  async (source) => {
    const words = `template import --from ${source} --key-from KEY --out templates`;

    expect(await runHere(wordsOf(words), {}, folder)).toEqual(
      refused("The environment has no KEY: put the service's key there"),
    );
    expect(await readdir(folder)).toEqual([]);
  },
);
