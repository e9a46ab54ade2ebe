import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { type SesStub, startSesStub } from '../../ses-stub.ts';
import { type Sending, startSending } from './sending.ts';

let tables: TestTables;
let ses: SesStub;
let sending: Sending;

beforeAll(async () => {
  process.env.AWS_REGION = 'us-east-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
  tables = await startTables();
  ses = await startSesStub();
  process.env.AWS_ENDPOINT_URL_SESV2 = ses.url;
});

beforeEach(() => {
  sending = startSending(tables.messages);
  ses.calls.length = 0;
});

afterAll(async () => {
  await ses.stop();
  await tables.stop();
});

const execute = (change: Partial<ExecuteRequest>) =>
  sending.execute(change, undefined, {
    ...sending.ports,
    sendMail: sesSender({ configurationSet: 'set' }),
  });

const sent = { body: expect.stringContaining('"type":"sent"'), replayed: false };

/** A PDF begins so, and has bytes that are no text. */
const pdf = Buffer.from('%PDF-1.7\r\n\u0000\u00ff', 'latin1');

describe('a file in `content`', () => {
  test('SES gets its name, its type and its bytes in BASE64', async () => {
    const _attachments = [{ name: 'Übersicht.pdf', content: pdf.toString('base64') }];

    expect(await execute({ _attachments })).toEqual(sent);
    expect(ses.calls).toMatchObject([
      {
        Content: {
          Simple: {
            Attachments: [
              {
                FileName: 'Übersicht.pdf',
                ContentType: 'application/pdf',
                ContentDisposition: 'ATTACHMENT',
                ContentTransferEncoding: 'BASE64',
                RawContent: pdf.toString('base64'),
              },
            ],
          },
        },
      },
    ]);
  });

  test('a file with a cid is inline', async () => {
    const content = Buffer.from('GIF89a').toString('base64');

    await execute({ _attachments: [{ name: 'logo.gif', content, cid: 'logo' }] });

    expect(ses.calls).toMatchObject([
      {
        Content: {
          Simple: { Attachments: [{ ContentDisposition: 'INLINE', ContentId: 'logo' }] },
        },
      },
    ]);
  });

  test('the record lists the name and the size of each file', async () => {
    const content = pdf.toString('base64');

    await execute({
      _attachments: [
        { name: 'a.pdf', content },
        { name: 'b.txt', content: 'YQ==' },
      ],
    });

    expect(await sending.records()).toMatchObject([
      {
        state: 'SENT',
        attachments: [
          { name: 'a.pdf', bytes: pdf.length },
          { name: 'b.txt', bytes: 1 },
        ],
      },
    ]);
  });
});
