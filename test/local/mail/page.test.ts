import type { Attachment } from '@aws-sdk/client-sesv2';
import { expect, test } from '../../jest.ts';
import { mailServerForFile } from '../support/mail-server.ts';

const server = await mailServerForFile();

const text = async (path: string) => (await server.get(path)).text();

const subjects = (page: string) =>
  [...page.matchAll(/<span class="subject">(.*?)<\/span>/g)].map(([, subject]) => subject);

const titled = (subject: string) => server.send({ Subject: { Data: subject } });

const file = (FileName: string, content: string, given: Partial<Attachment> = {}): Attachment => ({
  FileName,
  RawContent: Buffer.from(content),
  ContentTransferEncoding: 'BASE64',
  ...given,
});

test('the list of the inbox has the newest mail first, and no content of any', async () => {
  await titled('First');
  await server.send({
    Subject: { Data: 'Second' },
    Body: { Html: { Data: '<p>the body</p>' } },
    Attachments: [file('a.csv', 'content of the file')],
  });

  const list = await text('/page/list');

  expect(subjects(list)).toEqual(['Second', 'First']);
  expect(list).toContain('1 file');
  expect(list).not.toMatch(/the body|a\.csv|Y29udGVudC/);
});

test('the list of the inbox shows the mails whose subject and addresses have all words searched for', async () => {
  await titled('Invoice 1001');
  await titled('Invoice 1002');
  await titled('Welcome');

  expect(subjects(await text('/?q=invoice'))).toEqual(['Invoice 1002', 'Invoice 1001']);
  expect(subjects(await text('/?q=BOB%40example+1002'))).toEqual(['Invoice 1002']);
  expect(await text('/?q=nothing')).toContain('No mail has all these words.');
});

test('the list of the inbox shows 100 mails at once and leads to the older ones', async () => {
  for (let n = 1; n <= 101; n += 1) await titled(`Mail ${n}`);

  const newest = await text('/');
  const older = await text('/?page=2');

  expect(subjects(newest)).toHaveLength(100);
  expect(newest).toContain('href="/?page=2"');
  expect(subjects(older)).toEqual(['Mail 1']);
});

test.each(['/?page=x', '/?page=-1', '/?page=1.5', '/?q=+'])(
  'the inbox answers %s with its first page',
  async (path) => {
    await titled('Hej');
    expect(subjects(await text(path))).toEqual(['Hej']);
  },
);

test('a subject and a file name cannot change the page', async () => {
  const messageId = await server.send({
    Subject: { Data: '<img src=x>' },
    Attachments: [file('"><script>.txt'.replace('>', '&gt;'), 'x')],
    Headers: [{ Name: 'X-One', Value: '</dl><script>1</script>' }],
  });

  const page = await text(`/mails/${messageId}`);

  expect(page).not.toMatch(/<img|<script>/);
  expect(page).toContain('&lt;img src=x&gt;');
});

test('Delete all deletes all mails and leads to the empty list', async () => {
  await titled('Hej');

  const answer = await fetch(`${server.endpoint}/page/delete-all`, {
    method: 'POST',
    redirect: 'manual',
  });

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  expect(await text('/')).toContain('No mail has arrived yet.');
});

test('a mail that the inbox no longer has gets a page that says so', async () => {
  const answer = await server.get('/mails/ses-1');

  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('The inbox does not have this mail any more.');
});

test.each(['/files/1', '/files/x', '/frames'])(
  'a mail in the inbox has no part %s',
  async (part) => {
    const messageId = await server.send({ Attachments: [file('a.csv', 'x')] });

    expect((await server.get(`/mails/${messageId}${part}`)).status).toBe(404);
  },
);

test('the page of a mail lists each file with its type and its size, inline ones with their Content-ID', async () => {
  const messageId = await server.send({
    Attachments: [
      file('a.pdf', 'x'.repeat(1434), { ContentType: 'application/pdf' }),
      file('b.png', 'x', {
        ContentType: 'image/png',
        ContentDisposition: 'INLINE',
        ContentId: 'b',
      }),
      file('c.csv', 'x'.repeat(3 * 2 ** 20), { ContentType: 'text/csv' }),
    ],
  });

  const page = await text(`/mails/${messageId}`);

  const listed = [...page.matchAll(/download>(.*?)<\/a>\s*<span>(.*?)<\/span>/g)];
  expect(listed.map(([, name, what]) => [name, what])).toEqual([
    ['a.pdf', 'application/pdf, 1.4 KB'],
    ['b.png', 'image/png, 1 byte, inline as cid:b'],
    ['c.csv', 'text/csv, 3 MB'],
  ]);
});

test('a file of a mail is downloaded with its name and its bytes, whatever its type, and never shown', async () => {
  const messageId = await server.send({
    Attachments: [
      file("it's (1) Übersicht.html", '<script>1</script>', { ContentType: 'text/html' }),
    ],
  });

  const answer = await server.get(`/mails/${messageId}/files/0`);

  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''it%27s%20%281%29%20%C3%9Cbersicht.html",
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(await answer.text()).toBe('<script>1</script>');
});

test("a mail's frame shows its inline pictures as data, and leaves everything else as it was", async () => {
  const inline = (cid: string, type: string) =>
    file(`${cid}.png`, 'picture', {
      ContentId: cid,
      ContentType: type,
      ContentDisposition: 'INLINE',
    });
  const html = `<p>cid:logo</p><img src="cid:logo"><img src='cid:lo%67o'><td background=cid:logo>
<div style="background: url(cid:logo)"></div><img src="cid:other"><img src="cid:page">`;
  const messageId = await server.send({
    Body: { Html: { Data: html } },
    Attachments: [inline('logo', 'image/png'), inline('page', 'text/html')],
  });

  const answer = await server.get(`/mails/${messageId}/frame`);

  const data = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`;
  expect(await answer.text()).toBe(
    `<!doctype html><base target="_blank"><p>cid:logo</p><img src="${data}"><img src='${data}'><td background=${data}>
<div style="background: url(${data})"></div><img src="cid:other"><img src="cid:page">`,
  );
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/,
  );
});

test.each([
  ['both headers', [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click']], 'sends a POST'],
  ['one header', [], 'Without one click'],
])(
  'a mail with %s of one-click unsubscribe shows the link and what a mail client does',
  async (_, more, note) => {
    const Headers = [['List-Unsubscribe', '<https://acme.example/u/8172?a=1&b=2>'], ...more].map(
      ([Name, Value]) => ({ Name, Value }),
    );

    const page = await text(`/mails/${await server.send({ Headers })}`);

    expect(page).toContain(
      '<a href="https://acme.example/u/8172?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Unsubscribe</a>',
    );
    expect(page).toContain(note);
  },
);

test('an address of unsubscribing that runs a script is no link', async () => {
  const Headers = [{ Name: 'List-Unsubscribe', Value: '<javascript:alert(1)>' }];

  expect(await text(`/mails/${await server.send({ Headers })}`)).not.toContain('href="javascript:');
});

test('the mails of a conversation lead to each other: answers to a mail, and answers to the same one', async () => {
  const answerTo = (subject: string, ...ids: string[]) =>
    server.send({
      Subject: { Data: subject },
      Headers: [{ Name: 'References', Value: ids.map((id) => `<${id}>`).join(' ') }],
    });
  const first = await titled('Ticket 1');
  const second = await answerTo('Re: Ticket 1', `${first}@eu-west-1.amazonses.com`);
  await answerTo('Re: Re: Ticket 1', 'mail-of-bob@bob.example', `${second}@email.amazonses.com`);
  await answerTo('Re: Ticket 1, once more', 'mail-of-bob@bob.example');
  const alone = await titled('Ticket 2');

  const page = await text(`/mails/${second}`);
  const [, conversation = ''] = /<nav class="thread"([\s\S]*?)<\/nav>/.exec(page) ?? [];

  expect([...conversation.matchAll(/>([^<>]*)<\/a>/g)].map(([, subject]) => subject)).toEqual([
    'Ticket 1',
    'Re: Ticket 1',
    'Re: Re: Ticket 1',
    'Re: Ticket 1, once more',
  ]);
  expect(await text(`/mails/${alone}`)).not.toContain('class="thread"');
});
