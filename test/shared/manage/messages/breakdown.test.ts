import { breakdown, recentParts } from '../../../../shared/manage/messages/breakdown.ts';
import type { CountedDay } from '../../../../shared/manage/messages/message-days.ts';
import { noMessages } from '../../../../shared/message/day-counts.ts';
import {
  addGroups,
  type GroupedMessage,
  groupsOf,
  keptGroups,
  largestOf,
  type Tally,
  withEarlierRefused,
} from '../../../../shared/message/day-groups.ts';
import { newMessageId } from '../../../../shared/message/message-id.ts';
import { expect, test } from '../../../jest.ts';
import { aMessage, anEvent } from '../../adapters/messages.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

const to = (...addresses: string[]) =>
  addresses.map((address) => ({ address, field: '_to' as const }));

const message = (atMs: number, change: Partial<GroupedMessage>): GroupedMessage =>
  aMessage({
    messageId: newMessageId(atMs),
    templateId: 'a',
    keyId: 'k',
    state: 'SENT',
    ...change,
  });

const bounced = (atMs: number, change: Partial<GroupedMessage> = {}) => {
  const recipients = to('ada@bigcorp.example');
  const event = anEvent({
    ...{ state: 'BOUNCED', category: 'Permanent/General', addresses: ['ada@bigcorp.example'] },
  });
  return message(atMs, { recipients, events: [event], reported: 'BOUNCED', ...change });
};

/** A counted day with these messages; null for one that is not counted. */
function day(date: string, messages: readonly GroupedMessage[] | null): CountedDay {
  const groups = new Map<string, Tally>();
  for (const each of messages ?? []) addGroups(groups, groupsOf(each, noon));
  return messages ? { date, counts: noMessages, groups } : { date, counts: null, groups: null };
}

const hour = 3_600_000;

test('a message counts once for its template, key, door and hour, and for each domain of its recipients', () => {
  const recipients = to('ada@One.example', 'bob@one.example', 'eve@two.example');
  const groups = groupsOf(message(noon, { recipients, door: 'smtp' }), noon);

  const sent = [1, 0, 0, 0, 0, 0];
  expect([...groups]).toEqual([
    ['template/a', sent],
    ['key/k', sent],
    ['door/smtp', sent],
    ['hour/12', sent],
    ['domain/one.example', sent],
    ['domain/two.example', sent],
  ]);
});

test('a refused request without an address counts without a domain, and one that is scheduled not at all', () => {
  const refused = groupsOf(message(noon, { state: 'REFUSED', recipients: to('nobody') }), noon);

  expect(refused.get('domain/')).toEqual([0, 0, 0, 0, 0, 1]);
  expect(groupsOf(message(noon, { state: 'SCHEDULED' }), noon).size).toBe(0);
});

test('the groups with the most of what was asked for come first, compared with as many days before', () => {
  const days = [
    day('2026-11-18', [bounced(noon)]),
    day('2026-11-19', []),
    day('2026-11-20', [bounced(noon), message(noon, { templateId: 'b' })]),
    day('2026-11-21', [bounced(noon), bounced(noon, { templateId: 'c' })]),
  ];
  const rows = breakdown(days, { kind: 'template', of: 'bounced', limit: 10 });

  expect(rows).toEqual([
    { id: 'a', tally: [2, 0, 2, 2, 0, 0], before: [1, 0, 1, 1, 0, 0], days: [1, 1] },
    { id: 'c', tally: [1, 0, 1, 1, 0, 0], before: [0, 0, 0, 0, 0, 0], days: [0, 1] },
  ]);
  const unknown = [day('2026-11-20', null), ...days.slice(3)];
  expect(breakdown(unknown, { kind: 'domain', of: 'sent', limit: 1 })).toEqual([
    { id: 'bigcorp.example', tally: [2, 0, 2, 2, 0, 0], before: null, days: [2] },
  ]);
});

test('the last 24 hours begin at a full hour, and name the template and domain of most bounces', () => {
  const yesterday = noon - 24 * hour;
  const days = [
    day('2026-11-20', [bounced(yesterday - 1), bounced(yesterday), message(yesterday, {})]),
    day('2026-11-21', [bounced(noon), bounced(noon, { templateId: 'c' })]),
  ];

  expect(recentParts(days, noon + hour / 2)).toEqual({
    since: '2026-11-20T12:00:00.000Z',
    tally: [4, 0, 3, 3, 0, 0],
    largest: {
      bounced: { templateId: 'a', domain: 'bigcorp.example', count: 2 },
      complained: null,
    },
  });
  expect(recentParts([day('2026-11-20', null), ...days.slice(1)], noon)).toBeNull();
});

test('of each kind the largest groups by each number are kept, so that a small one that bounces stays', () => {
  const groups = new Map<string, Tally>();
  for (let n = 0; n < 40; n++) groups.set(`domain/d${n}`, [100 - n, 0, 0, 0, 0, 0]);
  groups.set('domain/bad', [1, 0, 1, 1, 0, 0]);
  for (let n = 0; n < 40; n++) groups.set(`template/t${n}`, [100 - n, 0, 0, 0, 0, 0]);
  for (let n = 0; n < 24; n++) groups.set(`hour/${n}`, [1, 0, 0, 0, 0, 0]);

  const kept = [...largestOf(groups).keys()];

  expect(kept.filter((key) => key.startsWith('domain/'))).toHaveLength(keptGroups + 1);
  expect(kept).toContain('domain/bad');
  expect(kept.filter((key) => key.startsWith('template/'))).toHaveLength(40);
  expect(kept.filter((key) => key.startsWith('hour/'))).toHaveLength(24);
});

test('refused requests stay in their group when their records are gone', () => {
  const before = new Map([['template/a', [3, 0, 0, 0, 0, 5]]]);

  expect([...withEarlierRefused(new Map([['template/a', [4, 0, 0, 0, 0, 1]]]), before)]).toEqual([
    ['template/a', [4, 0, 0, 0, 0, 5]],
  ]);
});
