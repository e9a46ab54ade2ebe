import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { keepReply } from '../../../shared/adapters/tables/replies-table.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import { showMessage } from '../../../shared/manage/messages/messages.ts';
import { storedReply } from '../../../shared/message/reply.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { find, live, now, record, test as testKey } from './messages.ts';

const tables = await startTables();
const replyTo = 'r+00000000000000000000000000@reply.example';
const received = {
  ...{ from: 'ada@example.org', name: 'Ada', subject: 'Re: Hi', textCut: false, auto: false },
  ...{ messageIdHeader: null, references: [], mailKey: 'mails/1' },
  attachments: [{ name: 'Ada.jpg', type: 'image/jpeg', bytes: 3 }],
  verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
} as const;

/** Records a message with a thread and two replies to it. Returns its id. */
async function answered(caller: ApiCaller): Promise<string> {
  const id = await record(tables, caller, { replyTo });
  const message = await readMessage(tables.messages, caller.accountId, id);
  if (!message) throw new Error('There is no record');
  for (const [text, minutes] of [
    ['Second', 2],
    ['First', 1],
  ] as const) {
    const at = new Date(now + minutes * 60_000).toISOString();
    const reply = storedReply(message, { ...received, text, at, mailId: text });
    await keepReply(tables.messages, message, reply);
  }
  return id;
}

test('a test key reads the replies with their text, the oldest first, a live key without it', async () => {
  const texts = async (caller: ApiCaller) => {
    const [message] = (await find(tables, caller, { id: await answered(caller) })).messages;
    return { replyTo: message?.replyTo, texts: message?.replies?.map(({ text }) => text) };
  };

  expect(await texts(testKey('acc_r'))).toEqual({ replyTo, texts: ['First', 'Second'] });
  expect(await texts(live('acc_r'))).toEqual({ replyTo, texts: [null, null] });
});

test('a message without a thread has neither of the two fields', async () => {
  const caller = testKey('acc_r');
  const [message] = (await find(tables, caller, { id: await record(tables, caller) })).messages;

  expect(message).not.toHaveProperty('replyTo', expect.anything());
  expect(JSON.parse(JSON.stringify(message))).not.toHaveProperty('replies');
});

test('who may not see people sees of a reply neither who wrote it nor what', async () => {
  const id = await answered(live('acc_r'));
  const ports = { messages: tables.messages, now: () => new Date(now) };
  const { explanation, record: shown } = await showMessage(ports, 'acc_r', id, { masked: true });

  const told = JSON.stringify([explanation, shown]);
  expect(told).not.toMatch(/ada@|Ada|First|reply\.example/);
  expect(explanation.timeline.filter(({ reply }) => reply)).toHaveLength(2);
});
