import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { readReports } from '../../../shared/adapters/tables/messages-table-reports.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables } from './for-file.ts';

await startSendingForFile();

const capture = { test: {} };

/** The message of an answer `sent` to a request with a test key. */
async function captured(change: object = {}) {
  const answer = await sending.execute(change, undefined, sending.ports, capture);
  if (!('body' in answer)) throw new Error(answer.error);
  const { messageId: sesMessageId } = JSON.parse(answer.body);
  const messageId = sesMessageId.replace('captured-', '');
  const record = await readMessage(tables.messages, sending.accountId, messageId);
  if (record === null) throw new Error('The message has no record');
  const { recipients, reported, events } = await readReports(tables.messages, record);
  const states = recipients.map(({ address, state }) => [address, state]);
  return { answer: answer.body, messageId, record, reported, states, events };
}

const simulator = (name: string) => `${name}@simulator.amazonses.com`;

describe('a captured mail', () => {
  test('a captured mail makes no call of SES, so that a deployment that may not send captures too', async () => {
    const sendMail = () => Promise.reject(new Error('AccessDenied'));

    const answer = await sending.execute({}, undefined, { ...sending.ports, sendMail }, capture);

    expect(answer).toMatchObject({ body: expect.stringContaining('"type":"sent"') });
  });

  test('a captured mail has its copy when the caller has the answer, for 7 days', async () => {
    const { messageId } = await captured();
    const copyAt = (days: number) =>
      readCopy(
        tables.messages,
        { accountId: sending.accountId, messageId },
        sending.nowMs() + days * 86_400_000,
      );

    expect(await copyAt(6.99)).toMatchObject({
      variables: { name: 'Ada' },
      bodies: { subject: 'Hello Ada', html: '<p>Ada</p>', text: 'Hello Ada.' },
      expiresAt: sending.nowMs() / 1000 + 7 * 86_400,
    });
    expect(await copyAt(7.01)).toBe(null);
  });

  test('the copy of a captured mail lives no longer than its record', async () => {
    const ports = { ...sending.ports, retentionDays: 2 };
    const answer = await sending.execute({}, undefined, ports, capture);
    const messageId = 'body' in answer ? JSON.parse(answer.body).messageId.slice(9) : '';
    const place = { accountId: sending.accountId, messageId };

    expect(await readCopy(tables.messages, place, sending.nowMs() + 1.9 * 86_400_000)).not.toBe(
      null,
    );
    expect(await readCopy(tables.messages, place, sending.nowMs() + 2.1 * 86_400_000)).toBe(null);
  });

  test('each recipient of a captured mail has an outcome of its own', async () => {
    const { reported, states } = await captured({
      _cc: `${simulator('bounce')}, bob@example.org`,
      _bcc: simulator('delayed'),
    });

    expect(reported).toBe('BOUNCED');
    expect(states).toEqual([
      ['ada@example.org', 'DELIVERED'],
      ['bob@example.org', 'DELIVERED'],
      [simulator('bounce'), 'BOUNCED'],
      [simulator('delayed'), 'DELAYED'],
    ]);
  });
});
