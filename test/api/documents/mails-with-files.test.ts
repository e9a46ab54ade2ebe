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

/** Runs a command of the section in the checkout, as its reader does. */
const inCheckout = (words: readonly string[] = []) =>
  commandInWords(words, data, join(import.meta.dirname, '../../..'));
await inCheckout(pushTemplates);

/** The mails to an address, each as a mail program reads it, and as it was sent. */
async function mailsTo(to: string): Promise<{ mail: ParsedMail; raw: string }[]> {
  const store = await fetch(`${deployment.sesEndpoint}/store`);
  const { emails } = (await store.json()) as {
    emails: { messageId: string; destination: { to: string[] } }[];
  };
  const ids = emails.filter(({ destination }) => destination.to.includes(to));
  return Promise.all(
    ids.map(async ({ messageId }) => {
      const answer = await fetch(`${deployment.inboxUrl}mails/${messageId}/eml`);
      const raw = Buffer.from(await answer.arrayBuffer());
      return { mail: await simpleParser(raw), raw: raw.toString() };
    }),
  );
}

/** The only mail to an address. */
async function mailTo(to: string) {
  const [only, another] = await mailsTo(to);
  if (!only || another) throw new Error(`There is not one mail to ${to}`);
  return only;
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

test('the client and the command line send the invoice with the PDF', async () => {
  const { exitCode } = await inCheckout(sendInvoice);
  const mails = await mailsTo('invoice@inbox.example.com');

  expect(exitCode).toBe(0);
  expect(mails).toHaveLength(2);
  for (const { mail } of mails) {
    expect(mail.subject).toBe('Invoice 1001');
    expect(mail.attachments).toMatchObject([
      {
        filename: 'invoice-1001.pdf',
        contentType: 'application/pdf',
        contentDisposition: 'attachment',
        content: pdf,
      },
    ]);
  }
});

test('the invitation names its method, and its lines end with CR LF', async () => {
  const { mail, raw } = await mailTo('invitation@inbox.example.com');

  expect(mail.attachments).toMatchObject([
    { filename: 'invite.ics', contentType: 'text/calendar', contentDisposition: 'attachment' },
  ]);
  expect(raw).toMatch(/^Content-Type: text\/calendar; (.*\r\n )*.*method=REQUEST/m);
  const lines = String(mail.attachments[0]?.content).split('\r\n');
  expect(lines.slice(0, 4).join()).toMatch(/^BEGIN:VCALENDAR,VERSION:2.0,PRODID:.*METHOD:REQUEST$/);
  expect(lines.join()).not.toContain('\n');
});

test('the HTML shows the logo of the mail', async () => {
  const { mail } = await mailTo('logo@inbox.example.com');

  expect(mail.attachments).toMatchObject([
    { filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline', cid: 'logo' },
  ]);
  expect(mail.attachments[0]?.content.subarray(1, 4).toString()).toBe('PNG');
  expect(mail.html).toContain('<img src="data:image/png;base64,');
});

test('the export is the object of the bucket', async () => {
  const { mail } = await mailTo('export@inbox.example.com');

  expect(mail.attachments).toMatchObject([
    { filename: 'orders.csv', contentType: 'text/csv', content: csv },
  ]);
});

test('the reply names the mails of its thread', async () => {
  const { mail } = await mailTo('reply@inbox.example.com');

  expect(mail).toMatchObject({
    subject: 'Re: My lamp does not start',
    inReplyTo: '<2@inbox.example.com>',
    references: ['<1@shop.example>', '<2@inbox.example.com>'],
    attachments: [{ filename: 'steps.txt', contentType: 'text/plain' }],
  });
});
