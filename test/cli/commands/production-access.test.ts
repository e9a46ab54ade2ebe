import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startInbox } from '../../../local/mail/inbox.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { deploymentFile, startCommandLine } from '../command-line.ts';
import { refused } from '../in-process.ts';

const cli = await startCommandLine();
const inbox = stoppedAtEnd(await startInbox(temporaryFolder()));
const { outputs, ...run } = deploymentFile(cli);
const sandbox = { identities: ['shop.example'], sandbox: true };
await writeFile(
  join(cli.dir, 'deployment.json'),
  JSON.stringify({
    ...{ ...run, sesEndpoint: inbox.endpoint },
    outputs: { ...outputs, Senders: 'shop.example' },
  }),
);

const optOut = 'Each notice has a link that switches it off.';
const given = ['--site', 'https://shop.de', '--volume', '5000', '--opt-out', optOut];
const ask = (...words: string[]) => cli.json('production-access', ...given, ...words);

const request = {
  websiteUrl: 'https://shop.de',
  mailType: 'TRANSACTIONAL',
  useCase: [
    "We send the transactional mail of https://shop.de: single mails that a person's own action causes, such as sign-up codes, receipts and notices. We send no marketing and buy no addresses.",
    "Senders: shop.example (signed with DKIM, MAIL FROM mail.shop.example). Each mail is sent through SES's API with postrider, which runs in this AWS account.",
    'Volume: at most 5,000 mails a day.',
    'Bounces and complaints: SES reports them to EventBridge, and postrider records each report with its mail. After a permanent bounce or a complaint of an address, postrider keeps it on its own list, and SES keeps it on the list of this AWS account, and refuses it from then on.',
    `Opting out: ${optOut}`,
  ].join('\n'),
  contacts: ['ops@shop.de'],
};

test.each([
  [[], '--site is required'],
  [['--site', 'https://shop.de'], '--volume is required'],
  [['--site', 'https://shop.de', '--volume', '10'], '--opt-out is required'],
  [['--site', 'https://mail.example.com'], '--site must be your own website'],
  [['--site', 'http://localhost:3000'], '--site must be your own website'],
  [['--site', 'http://10.0.0.1'], '--site must be your own website'],
  [['--site', 'ftp://shop.de'], '--site must be your own website'],
  [['--site', 'shop.test'], '--site must be your own website'],
  [['--volume', '0'], '--volume must be a whole number from 1 to 1000000'],
  [['--volume', '1000001'], '--volume must be a whole number from 1 to 1000000'],
  [['--opt-out', 'A link'], '--opt-out must have 10 to 500 characters'],
  [['--contact', 'ops'], '--contact: "ops" is not a valid email address: it has no @'],
])('production-access %j is refused', async (words, sentence) => {
  expect(await cli.run(['production-access', ...words])).toEqual(refused(sentence));
});

test('production-access does nothing where SES sends to anyone', async () => {
  expect(await ask()).toEqual({
    exitCode: 0,
    answer: { production: true, review: null, request: null, sent: false },
  });
});

test('production-access shows its request, sends it with --yes alone, and sends none twice', async () => {
  await inbox.setRules(sandbox);
  const contact = ['--contact', 'ops@shop.de'];

  const shown = await ask(...contact, '--dry-run');
  const unasked = await cli.run(['production-access', ...given]);
  const sent = await ask(...contact, '--yes');
  const again = await ask('--yes');

  const inSandbox = { production: false, review: null, request };
  expect(shown).toEqual({ exitCode: 0, answer: { ...inSandbox, sent: false } });
  expect(unasked).toEqual(refused('Add --yes to send the request'));
  expect(sent.answer).toEqual({ ...inSandbox, review: 'PENDING', sent: true });
  expect(again.answer).toEqual({ ...inSandbox, review: 'PENDING', request: null, sent: false });
});
