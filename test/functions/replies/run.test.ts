import { randomUUID } from 'node:crypto';
import type { ReceivedMail } from '../../../functions/replies/contract.ts';
import { receiveReply } from '../../../functions/replies/run.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import {
  keepReply,
  readReplies,
  readThread,
} from '../../../shared/adapters/tables/replies-table.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { readMail } from '../../../shared/reply/read-mail.ts';
import { newToken, threadsAt } from '../../../shared/reply/token.ts';
import { startTables } from '../../dynalite.ts';
import { describe, expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { sample, wordsOf } from '../../shared/reply/fixtures.ts';
import { addEndpoint, announcing } from '../announced.ts';

const domain = 'reply.acme.example';
const now = Date.parse('2026-11-23T10:02:11Z');
const { messages } = await startTables();

/** A message with a thread, of an account of its own that has a webhook. */
async function sent(change: Partial<MessageRecord> = {}) {
  const accountId = `acc_${randomUUID()}`;
  const replyTo = threadsAt(domain)?.() ?? '';
  const recipients = [{ address: 'Ada@example.net', field: '_to' as const }];
  const place = { accountId, messageId: newMessageId(now - 60_000) };
  const expiresAt = now / 1000 + 3600;
  const message = aMessage({ ...place, replyTo, recipients, expiresAt, ...change });
  await beginMessage(messages, message);
  await addEndpoint(messages, accountId);
  return message;
}

const verdict = { status: 'PASS' } as const;

function mailTo(
  to: string | string[],
  change: Partial<ReceivedMail['receipt']> = {},
): ReceivedMail {
  return {
    mail: {
      timestamp: new Date(now).toISOString(),
      source: 'ada@example.net',
      messageId: randomUUID(),
      headers: [{ name: 'Message-ID', value: '<1@mail.example.net>' }],
    },
    receipt: {
      recipients: [to].flat(),
      spamVerdict: verdict,
      virusVerdict: verdict,
      spfVerdict: verdict,
      dkimVerdict: verdict,
      dmarcVerdict: verdict,
      ...change,
    },
  };
}

/** Receives mails, each with these bytes in S3. */
function receiving(raw: Buffer | 'too large' = sample('fixtures/outlook-pt')) {
  const { announcer, queued, failNext } = announcing(messages, () => now);
  let fetched = 0;
  const receive = async (mail: ReceivedMail, epochMs = now) => {
    const outcomes = await receiveReply(mail, {
      domain,
      readThread: (token) => readThread(messages, token, epochMs),
      readMessage: (...place) => readMessage(messages, ...place),
      fetchMail: async () => {
        fetched++;
        return raw;
      },
      readMail,
      keepReply: keepReply.bind(null, messages),
      announceReply: announcer.reply,
      epochMs: () => epochMs,
    });
    return outcomes.map(({ outcome }) => outcome);
  };
  return { receive, queued, failNext, fetched: () => fetched };
}

async function repliesOf({ accountId, messageId }: MessageRecord) {
  const record = await readMessage(messages, accountId, messageId);
  return record ? readReplies(messages, record) : [];
}

test('a reply is recorded with its message and announced, and the same mail changes nothing', async () => {
  const message = await sent();
  const { receive, queued } = receiving();
  const mail = mailTo(message.replyTo?.toUpperCase() ?? '');

  expect(await receive(mail)).toEqual(['recorded']);
  const again = { ...mail, mail: { ...mail.mail, timestamp: '2026-11-23T11:00:00Z' } };
  expect(await receive(again)).toEqual(['known already']);

  const pass = 'PASS';
  const reply = {
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    at: '2026-11-23T10:02:11.000Z',
    from: 'ada@example.net',
    name: 'Ada Lovelace',
    subject: 'Re: Your ticket',
    text: wordsOf('fixtures/outlook-pt'),
    textCut: false,
    auto: false,
    fromRecipient: true,
    verdicts: { spf: pass, dkim: pass, dmarc: pass, spam: pass, virus: pass },
    messageIdHeader: '<sample@mail.example.net>',
    attachments: [],
  };
  expect(await repliesOf(message)).toEqual([
    {
      ...reply,
      references: ['<0100018f@email.amazonses.com>'],
      mailKey: `mails/${mail.mail.messageId}`,
    },
  ]);
  const [first, second] = queued;
  expect(first?.event).toMatchObject({
    type: 'message.replied',
    timestamp: reply.at,
    data: { id: message.messageId, test: false, reply },
  });
  expect(second).toEqual(first);
});

test('of two mails of a message’s thread with two recipients, each message gets its reply', async () => {
  const both = [await sent(), await sent({ recipients: [] })];
  const to = ['eve@example.org', ...both.map(({ replyTo }) => replyTo ?? '')];

  expect(await receiving().receive(mailTo(to))).toEqual(['recorded', 'recorded']);
  const replies = await Promise.all(both.map(repliesOf));
  expect(replies.map(([reply]) => reply?.fromRecipient)).toEqual([true, false]);
});

describe('no record, no event and no read of S3', () => {
  test('for 200 tokens that no message has, a changed character and another domain', async () => {
    const { replyTo = '' } = await sent();
    const { receive, fetched, queued } = receiving();
    const changed = replyTo.replace(/^r\+./, (start) => (start === 'r+0' ? 'r+1' : 'r+0'));
    const forged = Array.from({ length: 200 }, () => `r+${newToken()}@${domain}`);

    const outcomes = [...forged, changed].map((to) => receive(mailTo(to)));
    expect(new Set((await Promise.all(outcomes)).flat())).toEqual(new Set(['unknown token']));
    expect(await receive(mailTo(replyTo.replace(domain, 'other.example')))).toEqual(['not ours']);
    expect(await receive(mailTo(`hello@${domain}`))).toEqual(['not ours']);
    expect([fetched(), queued]).toEqual([0, []]);
  });

  test('for a mail with a virus or of spam, and after the message’s record', async () => {
    const { replyTo = '' } = await sent();
    const { receive, fetched } = receiving();

    expect(await receive(mailTo(replyTo, { virusVerdict: { status: 'FAIL' } }))).toEqual(['virus']);
    expect(await receive(mailTo(replyTo, { spamVerdict: { status: 'FAIL' } }))).toEqual(['spam']);
    expect(await receive(mailTo(replyTo), now + 3_600_000)).toEqual(['unknown token']);
    expect(fetched()).toBe(0);
    expect(await receive(mailTo(replyTo, { spamVerdict: { status: 'GRAY' } }))).toEqual([
      'recorded',
    ]);
  });

  test('for the 21st reply within an hour, and the 101st', async () => {
    const message = await sent({ expiresAt: now / 1000 + 30 * 86_400 });
    const { receive } = receiving();
    const receiveAt = async (index: number, ms: number) => {
      const mail = mailTo(message.replyTo ?? '');
      const headers = [{ name: 'message-id', value: `<${index}@mail.example.net>` }];
      const at = { timestamp: new Date(ms).toISOString(), headers };
      return (await receive({ ...mail, mail: { ...mail.mail, ...at } }, ms)).join();
    };
    const inHours = async (hours: number, count: number) => {
      const outcomes: string[] = [];
      for (let index = 0; index < count; index++) {
        outcomes.push(await receiveAt(hours * 100 + index, now + hours * 3_600_000 + index));
      }
      return outcomes;
    };

    expect(await inHours(0, 21)).toEqual([...Array(20).fill('recorded'), 'too many']);
    expect(await receiveAt(0, now + 1000)).toBe('known already');
    for (const hours of [2, 4, 6, 8]) {
      expect(new Set(await inHours(hours, 20))).toEqual(new Set(['recorded']));
    }
    expect(await inHours(10, 1)).toEqual(['too many']);
    expect(await repliesOf(message)).toHaveLength(100);
  });
});

test.each([
  ['larger than 10 MB', 'too large' as const],
  ['unreadable', Buffer.from('x'.repeat(10))],
])('a mail that is %s is recorded without text, from its headers', async (_, raw) => {
  const message = await sent();
  const mail = mailTo(message.replyTo ?? '');
  mail.mail.headers.push({ name: 'Subject', value: 'Re: large' });
  const { receive } = receiving(raw);

  expect(await receive(mail)).toEqual(['recorded']);
  if (raw === 'too large') {
    expect(await repliesOf(message)).toMatchObject([
      { text: null, subject: 'Re: large', attachments: [], from: 'ada@example.net' },
    ]);
  }
});

test('an automatic reply is recorded and not announced', async () => {
  const message = await sent();
  const { receive, queued } = receiving(
    Buffer.from('From: ada@example.net\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n'),
  );

  expect(await receive(mailTo(message.replyTo ?? ''))).toEqual(['recorded']);
  expect(await repliesOf(message)).toMatchObject([{ auto: true, text: 'I am away.' }]);
  expect(queued).toEqual([]);
});

test('if the queue fails, the mail is given again, and its event has the same id', async () => {
  const message = await sent();
  const { receive, queued, failNext } = receiving();
  const mail = mailTo(message.replyTo ?? '');
  failNext(1);

  await expect(receive(mail)).rejects.toThrow('SQS does not answer');
  expect(await receive(mail)).toEqual(['known already']);
  expect(queued).toHaveLength(1);
});
