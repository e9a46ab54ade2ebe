import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables } from './for-file.ts';

await startSendingForFile();

const capture = { test: {} };

/** Captures a mail. Returns a function that reads its copy so many days later. */
async function captured(ports = sending.ports) {
  const answer = await sending.execute({}, undefined, ports, capture);
  const messageId = 'body' in answer ? JSON.parse(answer.body).messageId.slice(9) : '';
  const place = { accountId: sending.accountId, messageId };
  return (days: number) => readCopy(tables.messages, place, sending.nowMs() + days * 86_400_000);
}

test('a captured mail makes no call of SES, so that a deployment that may not send captures too', async () => {
  const sendMail = () => Promise.reject(new Error('AccessDenied'));

  const answer = await sending.execute({}, undefined, { ...sending.ports, sendMail }, capture);

  expect(answer).toMatchObject({ body: expect.stringContaining('"type":"sent"') });
});

test('a captured mail has its copy when the caller has the answer, for 7 days', async () => {
  const copyAt = await captured();

  expect(await copyAt(6.99)).toMatchObject({
    variables: { name: 'Ada' },
    bodies: { subject: 'Hello Ada', html: '<p>Ada</p>', text: 'Hello Ada.' },
    expiresAt: sending.nowMs() / 1000 + 7 * 86_400,
  });
  expect(await copyAt(7.01)).toBe(null);
});

test('the copy of a captured mail lives no longer than its record', async () => {
  const copyAt = await captured({ ...sending.ports, retentionDays: 2 });

  expect(await copyAt(1.9)).not.toBe(null);
  expect(await copyAt(2.1)).toBe(null);
});
