import { deleteReplies } from '../../../cli/aws/account-items.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import {
  keepReply,
  readReplies,
  readThread,
} from '../../../shared/adapters/tables/replies-table.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { storedReply } from '../../../shared/message/reply.ts';
import { threadsAt, tokenIn } from '../../../shared/reply/token.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';

const { messages } = await startTables();
const now = Date.parse('2026-11-23T10:00:00Z');
const received = {
  ...{ at: '2026-11-23T10:00:00.000Z', from: 'ada@example.org', name: null, subject: null },
  ...{ text: 'Yes.', textCut: false, auto: false, messageIdHeader: null, references: [] },
  verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
  attachments: [],
} as const;

test('with an account go its replies, their mails and the tokens of its threads, and no message', async () => {
  const replyTo = threadsAt('reply.example')?.() ?? '';
  const place = { accountId: 'acc_1', messageId: newMessageId(now) };
  const message = aMessage({ ...place, replyTo, expiresAt: now / 1000 + 3600 });
  await beginMessage(messages, message);
  for (const mailKey of ['mails/1', null]) {
    const reply = storedReply(message, { ...received, mailKey, mailId: `${mailKey}` });
    await keepReply(messages, message, reply);
  }
  const removed: string[] = [];
  const removeMail = async (key: string) => void removed.push(key);

  await deleteReplies(messages, ['acc_1'], removeMail);
  await deleteReplies(messages, ['acc_1'], removeMail);

  expect(removed).toEqual(['mails/1']);
  expect(await readThread(messages, tokenIn(replyTo) ?? '', now)).toBeNull();
  const kept = await readMessage(messages, 'acc_1', message.messageId);
  expect(kept && (await readReplies(messages, kept))).toEqual([]);
});
