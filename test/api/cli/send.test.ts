import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { mailsTo } from '../harness/inbox.ts';

const folder = temporaryFolder();

test('send sends the mail of a stored template with its files and headers, once for each Idempotency-Key', async () => {
  const to = 'send-command@inbox.example.com';
  await writeFile(join(folder, 'Übersicht 1.pdf'), '%PDF-1.7');
  await writeFile(join(folder, 'logo.png'), Buffer.from([0x89, 0x50, 0xff]));
  const words = [
    ...['send', 'welcome', '--to', to, '--var', 'name=Ada', '--idempotency-key', to],
    ...['--attach', 'Übersicht 1.pdf', '--attach', 'logo.png=cid:logo'],
    ...['--header', 'X-Order: 7', '--unsubscribe', 'https://shop.example/u/1'],
  ];

  const first = await command(folder, words);
  const again = await command(folder, words);
  const mails = await mailsTo(to);

  const sent = { success: true, type: 'sent', messageId: expect.any(String), idempotencyKey: to };
  expect({ first, again }).toEqual({
    first: { exitCode: 0, answer: { ...sent, repeated: false } },
    again: { exitCode: 0, answer: { ...sent, repeated: true } },
  });
  expect(mails).toMatchObject([
    {
      subject: 'Welcome to Postrider, Ada',
      attachments: [
        { filename: 'Übersicht 1.pdf', contentType: 'application/pdf', content: 'JVBERi0xLjc=' },
        { filename: 'logo.png', contentType: 'image/png', content: 'iVD/', contentId: 'logo' },
      ],
      headers: expect.arrayContaining([
        { name: 'X-Order', value: '7' },
        { name: 'List-Unsubscribe', value: '<https://shop.example/u/1>' },
      ]),
    },
  ]);
});

test('send says what the service does not accept of its options', async () => {
  await writeFile(join(folder, 'setup.exe'), 'MZ');
  const send = (...words: string[]) =>
    commandInWords(
      ['send', 'welcome', '--to', 'ada@inbox.example.com', '--var', 'name=Ada', ...words],
      ...[dataFolder, folder],
    );

  const answers = [
    await send('--attach', 'setup.exe'),
    await send('--attach', 's3://elsewhere/plan.pdf'),
    await send('--header', 'Subject: Hello'),
    await send('--unsubscribe', 'http://shop.example/u/1'),
  ];

  expect(answers.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  expect(
    answers.map(({ text }) => text.replace('Nothing was sent, validation_failed: ', '')),
  ).toEqual([
    '_attachments[0].name has the extension .exe, which SES does not send\n',
    "_attachments: the bucket elsewhere is not one of this deployment's\n",
    '_headers: Subject is not a header that may be set\n',
    '_unsubscribe must begin with https://\n',
  ]);
});
