import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { commandsIn, documentText } from '../../docs/commands.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { commandInWords } from '../harness/cli.ts';
import { projectWith } from '../harness/client-project.ts';
import { blocksOf, examplesOf, fits, mailsWithFiles } from '../harness/document-examples.ts';
import { startOwnRun } from '../harness/own-run.ts';
import { differencesOf, outputOf } from '../harness/run-example.ts';

const pdf = await readFile('docs/examples/mails-with-files/invoice-1001.pdf');
const csv = Buffer.from('order,total\n1001,18.00\n1002,9.50\n');

const { examples, rest } = examplesOf(blocksOf(mailsWithFiles));
const [pushTemplates, sendInvoice] = commandsIn(documentText(mailsWithFiles));

const data = temporaryFolder();
await writeFile(
  join(data, 'postrider.json'),
  JSON.stringify({ attachmentBuckets: ['shop-exports'] }),
);
const { deployment } = await startOwnRun({ data });
const project = await projectWith(join(import.meta.dirname, '../../../client'));
await writeFile(join(project, 'invoice-1001.pdf'), pdf);
await fetch(`${deployment.s3Endpoint}/shop-exports/2026/orders.csv`, { method: 'PUT', body: csv });

const inCheckout = (words: readonly string[] = []) =>
  commandInWords(words, data, join(import.meta.dirname, '../../..'));
await inCheckout(pushTemplates);

async function mailsTo(name: string): Promise<{ mail: ParsedMail; raw: string }[]> {
  const store = await fetch(`${deployment.sesEndpoint}/store`);
  const { emails } = (await store.json()) as {
    emails: { messageId: string; destination: { to: string[] } }[];
  };
  const to = `${name}@inbox.example.com`;
  const ids = emails.filter(({ destination }) => destination.to.includes(to));
  return Promise.all(
    ids.map(async ({ messageId }) => {
      const answer = await fetch(`${deployment.inboxUrl}mails/${messageId}/eml`);
      const raw = Buffer.from(await answer.arrayBuffer());
      return { mail: await simpleParser(raw), raw: raw.toString() };
    }),
  );
}

test('docs/api/files.md has five examples, and the commands that the tests run', () => {
  expect(rest.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh']);
  expect(examples.map(({ kind }) => kind)).toEqual(['ts', 'ts', 'curl', 'curl', 'curl']);
  expect([pushTemplates, sendInvoice].map((words) => words?.slice(0, 2))).toEqual([
    ['template', 'push'],
    ['send', 'invoice'],
  ]);
});

test.each(examples.filter(({ kind }) => kind === 'curl'))(
  'the example at $place gives the answer below it',
  async (example) => {
    expect(await differencesOf(example, deployment)).toEqual([]);
  },
);

test.each(examples.filter(({ kind }) => kind === 'ts'))(
  'the example at $place compiles strictly and prints the output below it',
  async (example) => {
    const output = await outputOf(project, example, deployment);

    expect(fits(example.answer, output) || output).toBe(true);
  },
);

const invoice = {
  subject: 'Invoice 1001',
  attachments: [
    {
      filename: 'invoice-1001.pdf',
      contentType: 'application/pdf',
      contentDisposition: 'attachment',
      content: pdf,
    },
  ],
};
const reply = {
  subject: 'Re: My lamp does not start',
  inReplyTo: '<2@inbox.example.com>',
  references: ['<1@shop.example>', '<2@inbox.example.com>'],
  attachments: [{ filename: 'steps.txt', contentType: 'text/plain' }],
};
const png = { filename: 'logo.png', contentType: 'image/png' };
const logo = {
  html: expect.stringContaining('<img src="data:image/png;base64,'),
  attachments: [{ ...png, contentDisposition: 'inline', cid: 'logo' }],
};
const orders = {
  attachments: [{ filename: 'orders.csv', contentType: 'text/csv', content: csv }],
};

test('the command line sends the invoice as the client does', async () => {
  expect(await inCheckout(sendInvoice)).toMatchObject({ exitCode: 0 });
  expect(await mailsTo('invoice')).toMatchObject([{ mail: invoice }, { mail: invoice }]);
});

test.each([
  ['logo', logo],
  ['export', orders],
  ['reply', reply],
])(
  'the mail of the example "%s" has the files and headers that the page describes',
  async (name, mail) => {
    expect(await mailsTo(name)).toMatchObject([{ mail }]);
  },
);

test('the invitation names its method, and its lines end with CR LF', async () => {
  const [invitation] = await mailsTo('invitation');
  const [file] = invitation?.mail.attachments ?? [];

  expect(file).toMatchObject({ filename: 'invite.ics', contentType: 'text/calendar' });
  expect(invitation?.raw).toMatch(/^Content-Type: text\/calendar; (.*\r\n )*.*method=REQUEST/m);
  const lines = String(file?.content).split('\r\n');
  expect(lines.slice(0, 4).join()).toMatch(/^BEGIN:VCALENDAR,VERSION:2.0,PRODID:.*METHOD:REQUEST$/);
  expect(lines.join()).not.toContain('\n');
});
