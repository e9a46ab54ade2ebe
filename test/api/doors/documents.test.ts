import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { blocksOf, examplesOf, fits } from '../harness/document-examples.ts';
import { flowOf, provider, raw, template } from '../harness/flow.ts';

const account = await openAccount();
const flow = flowOf(template, provider({ from: 'hello@acme.example' }));
await account.save({ ...raw, flow }, { id: 'hello', html: '<p>Hi {{name}}</p>', flow });

const { doorsUrl } = deployment;
const env = {
  ...process.env,
  ...{ RESEND_BASE_URL: `${doorsUrl}/resend`, RESEND_API_KEY: account.key },
  POSTMARK_HOST: `${doorsUrl}/postmark`.replace('http://', ''),
  POSTMARK_TOKEN: account.key,
};

const { examples } = examplesOf(blocksOf('docs/doors.md'));
const programs = examples.filter(({ kind }) => kind === 'js');

test.each(programs)('the program at $place prints what is below it', async ({ text, answer }) => {
  const words = ['--input-type=module', '--eval', text];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });

  expect(fits(answer, stdout.trim()) || stdout).toBe(true);
});
