import type { Objects } from '../../../shared/adapters/s3/objects.ts';
import { describe, expect, test } from '../../jest.ts';
import { bodyOf, execute, pdf, sending, ses, startSesForFile } from './for-file.ts';
import { sent } from './sent.ts';

await startSesForFile();

describe('a file in S3', () => {
  const _attachments = [{ name: 'a.pdf', s3: 's3://acme/a.pdf' }];

  /** A bucket with one object; `change` replaces calls. */
  function bucketWith(change: Partial<Objects> = {}) {
    const calls: string[] = [];
    const objects: Objects = {
      buckets: ['acme'],
      head: async () => {
        calls.push('head');
        return { bytes: pdf.length, etag: '"1"' };
      },
      get: async (_, etag) => {
        calls.push(`get ${etag}`);
        return pdf;
      },
      ...change,
    };
    return { objects, calls };
  }

  test('SES gets the object as it was when its size was checked', async () => {
    const { objects, calls } = bucketWith();

    expect(await execute({ _attachments }, { objects })).toEqual(sent);

    expect(calls).toEqual(['head', 'get "1"']);
    expect(ses.calls).toMatchObject([
      { Content: { Simple: { Attachments: [{ RawContent: pdf.toString('base64') }] } } },
    ]);
  });

  test.each(['missing', 'elsewhere'] as const)(
    'an object that is %s is refused before a send is recorded',
    async (problem) => {
      const { objects } = bucketWith({ head: async () => problem });

      const answer = await execute({ _attachments }, { objects });

      expect(bodyOf(answer)).toMatchObject({ type: 'validation_failed', field: '_attachments' });
      expect(ses.calls).toEqual([]);
      expect(await sending.records()).toMatchObject([{ state: 'REFUSED' }]);
    },
  );

  test('after a fault of S3 nothing is recorded, and the same Idempotency-Key sends the mail later', async () => {
    const faulty = bucketWith({ head: () => Promise.reject(new Error('S3 answered 503')) });

    expect(await execute({ _attachments }, faulty, 'key')).toEqual({
      status: 500,
      error: 'Reading the attachments from S3 failed, try again',
      retryAfterSeconds: 1,
    });
    expect(await sending.records()).toEqual([]);
    expect(await execute({ _attachments }, bucketWith(), 'key')).toEqual(sent);
    expect(ses.calls).toHaveLength(1);
  });
});
