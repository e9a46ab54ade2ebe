import { randomBytes } from 'node:crypto';
import type { Objects } from '../../../shared/adapters/s3/objects.ts';
import { refuse } from '../../../shared/engine/errors.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { type Batching, messageTo, startBatching } from './batching.ts';

let batching: Batching;

const tables = await startTables();

beforeEach(() => {
  batching = startBatching(tables.messages);
});

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `to${n}@example.org`);
const invoice = { name: 'invoice.pdf', content: Buffer.from('%PDF-1').toString('base64') };
const terms = { name: 'terms.txt', content: 'YQ==' };

/** For each mail that SES accepted, in the order of its recipients: the names of its files. */
const attached = () =>
  batching.accepted
    .map(({ to, attachments = [] }) => [to[0], ...attachments.map(({ name }) => name)])
    .sort();

describe('the files of a batch', () => {
  test("a batch never drops files: each message's request to SES has its own, or those beside `messages`", async () => {
    const messages = [
      messageTo('a@example.org'),
      messageTo('b@example.org', { _attachments: [invoice] }),
      messageTo('c@example.org', { _attachments: [] }),
      messageTo('d@example.org', { _attachments: null }),
    ];

    await batching.batch({ messages, _attachments: [terms] });
    await batching.workOff();

    expect(attached()).toEqual([
      ['a@example.org', 'terms.txt'],
      ['b@example.org', 'invoice.pdf'],
      ['c@example.org'],
      ['d@example.org', 'terms.txt'],
    ]);
    expect(batching.accepted.flatMap(({ attachments = [] }) => attachments)).toContainEqual({
      ...invoice,
      type: 'application/pdf',
    });
  });

  test('a wrong type beside `messages` refuses the whole batch', async () => {
    const body = { messages: [messageTo('a@example.org')], _attachments: [terms, 'x'] };

    await expect(batching.batch(body)).rejects.toEqual(
      refuse('wrongType', '_attachments[1]', 'an object', 'a string'),
    );
  });

  test('files that are too large to be stored are refused, and the sentence says to give them by reference', async () => {
    const content = randomBytes(400 * 1024).toString('base64');
    const _attachments = [{ name: 'large.bin', content }];
    const _sendAt = '2026-12-24T09:00:00Z';
    const messages = [
      messageTo('a@example.org', { _attachments }),
      messageTo('b@example.org', { _attachments, _sendAt }),
      messageTo('c@example.org', { variables: { name: randomBytes(400_000).toString('hex') } }),
    ];

    const tooLarge = 'The request is too large to be scheduled: 380 KB compressed at most';
    expect(await batching.batch({ messages })).toMatchObject([
      {
        field: '_attachments',
        error:
          '_attachments is too large for a batch, 380 KB compressed at most: give the files by reference, with s3',
      },
      { field: '_sendAt', error: tooLarge },
      { field: '_sendAt', error: tooLarge },
    ]);
  });

  test('a batch looks at a shared object once, and each of its mails has the object as it is when the mail is due', async () => {
    let calls = 0;
    const objects: Objects = {
      buckets: ['acme'],
      head: async () => {
        calls += 1;
        return { bytes: 1, etag: '"1"' };
      },
      get: async () => Buffer.from('a'),
    };
    const ports = { ...batching.batchPorts, objects };
    const messages = addresses(100).map((to) => messageTo(to));
    const _attachments = [{ name: 'terms.txt', s3: 's3://acme/terms' }];

    const entries = await batching.batch({ messages, _attachments }, undefined, ports);

    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['scheduled']));
    expect(calls).toBe(1);
    Object.assign(batching.ports, { objects });
    await batching.workOff();
    expect(
      new Set(batching.accepted.map(({ attachments }) => String(attachments?.[0]?.content))),
    ).toEqual(new Set(['a']));
  });
});

describe('a hostile batch', () => {
  test.each([undefined, 'key'])(
    'the list beside 100 messages is checked, hashed and compressed once (Idempotency-Key: %s)',
    async (key) => {
      const content = randomBytes(3 * 2 ** 20).toString('base64');
      const works: string[] = [];
      const _attachments = Object.assign([{ name: 'large.bin', content }], {
        map: (...work: Parameters<Array<object>['map']>) => {
          works.push('checked');
          return Array.prototype.map.apply(_attachments, work);
        },
        entries: () => {
          works.push('hashed');
          return Array.prototype.entries.apply(_attachments);
        },
        toJSON: () => {
          works.push('compressed');
          return [..._attachments];
        },
      });
      const messages = addresses(100).map((to) => messageTo(to));

      const entries = await batching.batch({ messages, _attachments }, key);

      expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['validation_failed']));
      expect(works.sort()).toEqual(
        key ? ['checked', 'compressed', 'hashed'] : ['checked', 'compressed'],
      );
    },
  );
});
