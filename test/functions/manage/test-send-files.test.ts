import { beforeEach, describe, expect, test } from '../../jest.ts';
import { ask, dashboard, invalid, startDashboardForFile } from './dashboard.ts';

await startDashboardForFile();
beforeEach(async () => {
  const html = '<p>Hi</p><img src="cid:logo">';
  await ask('POST', '/templates', { body: { id: 'welcome', name: 'w', subject: 'Hi', html } });
  dashboard.ses.calls.length = 0;
});

const send = (key: string, attachments: unknown, more: object = {}) =>
  ask('POST', '/templates/welcome/test-send', {
    headers: { 'Idempotency-Key': key },
    body: { to: 'ada@example.net', attachments, ...more },
  });
const base64 = (bytes: number, fill = 'x') => Buffer.alloc(bytes, fill).toString('base64');
const pdf = { name: 'Übersicht 1.pdf', content: base64(2000) };
const logo = { name: 'logo.png', content: base64(70), cid: 'logo' };
const KB = 1024;

describe('a test mail with files', () => {
  test('a test mail has its files, and its record has their names and sizes', async () => {
    const { body: sent } = await send('k', [pdf, logo]);
    const { messageId } = sent as { messageId: string };
    const message = await ask('GET', `/messages/${messageId}`);

    expect(dashboard.ses.calls).toMatchObject([
      {
        Content: {
          Simple: {
            Attachments: [
              {
                FileName: pdf.name,
                ContentType: 'application/pdf',
                ContentDisposition: 'ATTACHMENT',
                ContentTransferEncoding: 'BASE64',
                RawContent: pdf.content,
              },
              {
                FileName: logo.name,
                ContentType: 'image/png',
                ContentDisposition: 'INLINE',
                ContentId: 'logo',
                ContentTransferEncoding: 'BASE64',
                RawContent: logo.content,
              },
            ],
          },
        },
      },
    ]);
    expect(message.body).toMatchObject({
      state: 'SENT',
      attachments: [
        { name: pdf.name, bytes: 2000 },
        { name: logo.name, bytes: 70 },
      ],
    });
  });

  test.each<[string, unknown[], string, string]>([
    ['the cid of another', [logo, logo], '/1/cid', 'cid is the same as that of attachments[0]'],
    ['too many beside it', Array(11).fill(pdf), '', 'attachments has more than 10 entries'],
    [
      'more than 700 KB together',
      [
        { ...pdf, content: base64(700 * KB) },
        { ...logo, content: base64(1) },
      ],
      '',
      'attachments is larger than 700 KB, before base64',
    ],
  ])('a file with %s is refused at its place, and nothing is sent', async (_, files, at, words) => {
    const answer = await send('k', files);
    const corrected = await send('k', [pdf]);

    const detail = expect.stringContaining(words);
    const pointer = `/attachments${at}`;
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, detail }] } });
    expect(corrected.status).toBe(200);
    expect(dashboard.ses.calls).toHaveLength(1);
  });

  test('a test mail whose address and file are wrong is refused for both', async () => {
    const answer = await send('k', [{ ...pdf, name: 'a' }], { to: 'ada' });

    expect(answer).toEqual(
      invalid(
        { code: 'bad-address', pointer: '/to', detail: expect.stringContaining('it has no @') },
        {
          code: 'bad-file',
          pointer: '/attachments/0/name',
          detail: 'name must have an extension, such as .pdf',
        },
      ),
    );
    expect(dashboard.ses.calls).toEqual([]);
  });
});
