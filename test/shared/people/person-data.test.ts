import { staysOf } from '../../../shared/people/person-data.ts';
import { expect, test } from '../../jest.ts';

const now = new Date('2026-11-23T10:00:00.000Z');

test('an answer about a person names what stays, and until when', () => {
  expect(staysOf(now, { backups: true, replyMailDays: 7 })).toEqual([
    { what: 'backups', until: '2026-12-28' },
    { what: 'events on their way to webhooks', until: '2026-11-26' },
    { what: 'dead letters', until: '2026-12-07' },
    { what: 'hashes of Idempotency-Keys', until: '2026-11-24' },
    { what: 'replies as they came, in S3', until: '2026-11-30' },
  ]);
});

test('a local run without replies has neither backups nor mails in S3', () => {
  const stays = staysOf(now, { backups: false, replyMailDays: 0 });

  expect(stays.map(({ what }) => what)).toEqual([
    ...['events on their way to webhooks', 'dead letters', 'hashes of Idempotency-Keys'],
  ]);
});
