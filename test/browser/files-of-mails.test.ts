import { createHash } from 'node:crypto';
import { keepCopy } from '../../shared/adapters/tables/copies-table.ts';
import type { MessageCopy } from '../../shared/message/message-copy.ts';
import { openAccount } from '../api/harness/account.ts';
import { messageTo } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';
import { letter, patient } from './harness/full-account.ts';

openBrowserForFile();

const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const invoice = {
  templateId: 'letter',
  variables: { name: 'Ada' },
  _attachments: [
    { name: 'Übersicht.pdf', content: Buffer.alloc(2048, 'x').toString('base64') },
    { name: 'logo.png', content: logo, cid: 'logo' },
  ],
};

const pictures = `<p>Hello</p><img src="cid:logo" alt="Our logo" width="120">
<img src="CID:a<b>&quot;&#xD800;${'c'.repeat(70)}" alt="Long name"><img name="setAttribute" alt="Clobbers" src="cid:x">
<table><tr><td background="cid:paper">On paper</td></tr></table>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="Own"><a href="cid:logo">Link</a>`;

const account = patient(await openAccount());
const { keep: _, ...unkept } = letter;
await account.save({ id: 'pictures', html: pictures }, letter, { ...unkept, id: 'unkept' });

test('the preview shows a neutral picture with the name of each file that a mail shows by its cid', async () => {
  const page = await openDashboard(account, '/templates/pictures');
  const { mail } = editorParts(page);
  await mail.getByText('On paper').waitFor();
  await mail.locator('body').evaluate(allDrawn);

  const shown = await mail.locator('img, td').evaluateAll((elements) =>
    elements.map((element) => {
      const { naturalWidth = null, src = '' } = element as Partial<HTMLImageElement>;
      const picture = decodeURIComponent(element.getAttribute('background') ?? src);
      return [naturalWidth, /<text.*>(.*)<.text>/.exec(picture)?.[1] ?? picture.slice(0, 14)];
    }),
  );

  expect(shown).toEqual([
    [104, 'cid:logo'],
    [248, 'CID:a?b???ccccccccccccccc…'],
    [80, 'cid:x'],
    [null, ''],
    [1, 'data:image/gif'],
  ]);
  expect(await mail.getByText('Link', { exact: true }).getAttribute('href')).toBe('cid:logo');
});

async function allDrawn(body: Element): Promise<void> {
  const images = [...body.ownerDocument.querySelectorAll('img')];
  await Promise.all(images.map((image) => image.decode()));
}

test('the page of a message lists the files of its mail by name and size, and lists mark it', async () => {
  await account.execute({ ...invoice, templateId: 'unkept', _to: 'plain@good.example' });
  const page = await openDashboard(account, '/messages');
  const row = page.getByRole('row').filter({ hasText: 'plain@good.example' });

  const mark = row.getByRole('img', { name: '2 files' }).locator('..');
  expect(await mark.getAttribute('title')).toBe('Übersicht.pdf\nlogo.png');
  await row.click();
  const files = page.getByRole('region', { name: 'Files' });
  await files.getByText('Übersicht.pdf').waitFor();

  expect(await files.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Übersicht\.pdf\s+2 KB$/),
    expect.stringMatching(/^logo\.png\s+68 bytes$/),
  ]);
  await files.getByText('The contents of files are never kept.').waitFor();
});

test('the page of a message whose copy is kept describes its files and its further headers', async () => {
  const _headers = { 'X-Order': '1001' };
  const _unsubscribe = 'https://acme.example/u/1';
  await account.execute({ ...invoice, _headers, _unsubscribe, _to: 'kept@good.example' });
  const { messageId } = (await messageTo(account, 'kept@good.example')).record;

  const page = await openDashboard(account, `/messages/${messageId}`);
  const files = page.getByRole('region', { name: 'Files' });
  const headers = page.getByRole('region', { name: 'Headers' });
  await headers.getByText('X-Order').waitFor();

  const [pdf = '', picture = ''] = await files.getByRole('listitem').allInnerTexts();
  const hash = createHash('sha256').update(Buffer.alloc(2048, 'x')).digest('hex');
  expect(pdf.split(/\s+/)).toEqual([
    ...['Übersicht.pdf', 'application/pdf', '2', 'KB', 'SHA-256', hash],
  ]);
  expect(picture).toContain('cid:logo');
  expect(await headers.getByRole('definition').allTextContents()).toEqual([
    '1001',
    `<${_unsubscribe}>`,
    'List-Unsubscribe=One-Click',
  ]);
});

test('long names of files and headers fit every screen, and are accessible', async () => {
  await account.execute({ ...invoice, _to: 'long@good.example' });
  const { messageId } = (await messageTo(account, 'long@good.example')).record;
  const copied = [
    { name: 'Übersicht.pdf', bytes: 2048, type: 'application/pdf', sha256: 'a1'.repeat(32) },
    { name: `${'logo'.repeat(60)}.png`, bytes: 68, type: 'image/png', sha256: 'b2'.repeat(32) },
  ];
  const copy = {
    variables: {},
    bodies: { subject: 'Hello', html: pictures, text: 'Hello' },
    attachments: [copied[0], { ...copied[1], cid: 'c'.repeat(78) }],
    headers: { 'In-Reply-To': '<1001@acme.example>', 'X-Long': 'x'.repeat(870) },
  };
  const ends = Math.floor(Date.now() / 1000) + 1000;
  await keepCopy(account.ports.messages, { ...account, messageId }, copy as MessageCopy, ends);

  const page = await openDashboard(account, `/messages/${messageId}`, { bypassCSP: true });
  const files = page.getByRole('region', { name: 'Files' });
  const headers = page.getByRole('region', { name: 'Headers' });
  await files.getByText('application/pdf').waitFor();

  await files.getByText(`cid:${'c'.repeat(78)}`).waitFor();
  await files.getByRole('button', { name: 'Copy the SHA-256 of Übersicht.pdf' }).waitFor();
  expect(await headers.getByRole('definition').allTextContents()).toEqual([
    '<1001@acme.example>',
    'x'.repeat(870),
  ]);
  await page.getByText('A grey box stands for each picture').waitFor();
  expect(await faultsOf(page, [390, 1024, 1440])).toEqual([]);
});
