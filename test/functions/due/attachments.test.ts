import type { Objects } from '../../../shared/adapters/s3/objects.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile } from '../execute/for-file.ts';
import { hour, schedule as scheduleMessage, wake } from './waking.ts';

await startSendingForFile();

/** Schedules a message with these files; an hour later it is due. Returns its id. */
async function schedule(_attachments: object[], objects?: Objects): Promise<string> {
  const id = await scheduleMessage({ _attachments }, 'key', { ...sending.ports, objects });
  sending.pass(hour);
  return id;
}

const bucketWith = (change: Partial<Objects> = {}): Objects => ({
  buckets: ['acme'],
  head: async () => ({ bytes: 1, etag: '"1"' }),
  get: () => Promise.reject(new Error('The object was read')),
  ...change,
});

describe('the files of a scheduled mail', () => {
  test('a file in content is sent when the mail is due, as it was given', async () => {
    const content = Buffer.from([0, 255, 13, 10]).toString('base64');
    const file = { name: 'Übersicht.csv', content, cid: 'a', type: 'text/csv; charset=utf-8' };
    const id = await schedule([file]);

    expect(await sending.records()).toMatchObject([
      { state: 'SCHEDULED', attachments: [{ name: 'Übersicht.csv', bytes: 4 }] },
    ]);
    expect(await wake(id)).toBe('sent');
    expect(sending.accepted).toMatchObject([{ attachments: [file] }]);
    expect(await sending.records()).toMatchObject([
      { state: 'SENT', attachments: [{ name: 'Übersicht.csv', bytes: 4 }] },
    ]);
  });

  test('an object that vanished before its time ends the message as FAILED, with a sentence', async () => {
    const id = await schedule([{ name: 'a.txt', s3: 's3://acme/a' }], bucketWith());

    expect(await wake(id, { objects: bucketWith({ head: async () => 'missing' }) })).toBe('failed');
    expect(sending.accepted).toEqual([]);
    expect(await sending.records()).toMatchObject([
      {
        state: 'FAILED',
        error:
          '_attachments[0].s3: s3://acme/a does not exist, or a policy or its KMS key does not let this deployment read it',
      },
    ]);
  });

  test('after a fault of S3 the message stays scheduled, and the next try sends it', async () => {
    const id = await schedule([{ name: 'a.txt', s3: 's3://acme/a' }], bucketWith());

    await expect(wake(id, { objects: bucketWith() })).rejects.toThrow(
      'Reading the attachments from S3 failed',
    );
    expect(await sending.records()).toMatchObject([{ state: 'SCHEDULED' }]);
    expect(await wake(id, { objects: bucketWith({ get: async () => Buffer.from('a') }) })).toBe(
      'sent',
    );
    expect(sending.accepted).toHaveLength(1);
  });
});
