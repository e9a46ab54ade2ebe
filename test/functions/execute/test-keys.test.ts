import { execute } from '../../../functions/execute/run.ts';
import type { SesMail } from '../../../shared/adapters/ses/ses.ts';
import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { describe, expect, test } from '../../jest.ts';
import { executeAs, sending, startSendingForFile, suppressed, tables } from './for-file.ts';
import { request } from './sending.ts';

await startSendingForFile();

const capture = {};
const redirect = { redirectTo: 'qa@acme.example' };

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}@example.org`).join(', ');

/** The record of the mail that SES accepted last, which a test key sent. */
async function acceptedRecord() {
  const { 'postrider-message': messageId = '' } = sending.accepted.at(-1)?.tags ?? {};
  return readMessage(tables.messages, sending.accountId, messageId);
}

test('an address of the mailbox simulator that a live mail suppressed is refused for live keys alone', async () => {
  const _to = 'bounce@simulator.amazonses.com';
  await suppressed(_to, 'bounce');

  expect(await executeAs(capture, { _to })).toMatchObject({
    body: expect.stringContaining('"type":"sent"'),
  });
  expect(await sending.execute({ _to })).toMatchObject({
    body: expect.stringContaining('is suppressed since 2026-11-20'),
  });
});

describe('a redirected mail', () => {
  test('a redirected mail has one recipient at SES, and names the others in a header, as many as SES lets it have', async () => {
    const forOf = (mail: SesMail | undefined) => mail?.headers?.['X-Postrider-For'] ?? '';
    await executeAs(redirect, { _cc: 'bob@bücher.example' });
    const fields = { _cc: numbered(24, 'cc'), _bcc: numbered(24, 'recipient-with-a-long-name') };
    await executeAs(redirect, fields);

    const [mail, crowded] = sending.accepted;
    const to = ['"ada@example.org" <qa@acme.example>'];
    expect(crowded).toMatchObject({ to, cc: [], bcc: [], subject: 'Hello Ada' });
    const [short, long] = [mail, crowded].map(forOf);
    expect(short).toBe('ada@example.org, bob@xn--bcher-kva.example');
    expect(long?.length).toBeLessThanOrEqual(870);
    expect(long).toMatch(/^ada@example\.org, cc-0@example\.org, .+example\.org, and \d+ more$/);
    const [, more] = /and (\d+) more$/.exec(long ?? '') ?? [];
    expect((long?.match(/@/g) ?? []).length + Number(more)).toBe(49);
  });

  test('a redirected mail is answered with the id of SES, and has a copy', async () => {
    const answer = await executeAs(redirect);
    const record = await acceptedRecord();

    expect(answer).toMatchObject({ body: '{"success":true,"type":"sent","messageId":"ses-1"}' });
    if (record === null) throw new Error('The mail has no record');
    const copy = await readCopy(tables.messages, record, sending.nowMs());
    expect(copy).toMatchObject({ variables: { name: 'Ada' }, bodies: { subject: 'Hello Ada' } });
  });

  test('a mail is not sent if the address to redirect to is suppressed, and the caller learns why', async () => {
    await suppressed('qa@acme.example', 'bounce');

    const answer = await executeAs(redirect, {}, 'key');

    expect(answer).toMatchObject({
      body: JSON.stringify({
        success: false,
        type: 'send_failed',
        error:
          'The address that this test key redirects to is suppressed since 2026-11-20: a mail to it bounced',
      }),
    });
    expect(sending.accepted).toEqual([]);
  });
});

describe('a request with a test key', () => {
  test.each([
    ['a missing variable', { variables: {} }],
    ['an unknown template', { templateId: 'none' }],
    ['a bad address', { _to: 'nobody' }],
    ['a bad copy', { _cc: 'bob@example.org,' }],
    ['a misspelt field', { _replyto: 'bob@example.org' }],
    ['a variable of a wrong type', { variables: { name: [] } }],
    ['a dry run', { _dryRun: true, _trace: true }],
  ])(
    'a request with a test key gets the answer of a live key, byte for byte: %s',
    async (_, change) => {
      const live = await sending.execute(change);
      const captured = await executeAs(capture, change);

      expect(captured).toEqual(live);
      expect(JSON.stringify(live)).toMatch(/error|callback/);
    },
  );

  test.each(['keepCopy', 'recordEvent'] as const)(
    'a write after a captured mail that fails does not change the answer, and the log line has the fault: %s',
    async (name) => {
      const { accountId, ports } = sending;
      const no = () => Promise.reject(new Error('no write today'));
      const broken = { ...ports, store: { ...ports.store, [name]: no } };
      const received = { requestId: 'r-1', body: request, header: () => undefined };

      const reply = await execute(
        request,
        { accountId, keyId: 'key_1', test: {} },
        received,
        broken,
      );

      const { messageId } = JSON.parse(reply.body);
      expect(reply.notes).toMatchObject({
        outcome: 'sent',
        causes: [expect.stringContaining('no write today')],
      });
      expect(await readMessage(tables.messages, accountId, messageId.slice(9))).toMatchObject({
        state: 'SENT',
        answer: reply.body,
      });
    },
  );
});
