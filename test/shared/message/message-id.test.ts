import { decodeTime } from 'ulid';
import {
  firstParts,
  isMessageId,
  isTestMessage,
  newMessageId,
  newTestMessageId,
  partOf,
} from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';

const nowMs = Date.parse('2026-05-01T10:00:00Z');
const id = '01KQHFP6800000000000000001';

test('the id of a message is a ULID if the account has one part', () => {
  const made = newMessageId(nowMs);

  expect(made).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(decodeTime(made)).toBe(nowMs);
  expect(partOf(made)).toBe('');
});

test.each([
  [0, ''],
  [1, '1'],
  [18, 'J'],
  [31, 'Z'],
])('the id of a message ends in the digit of its part: %d', (number, part) => {
  const made = newMessageId(nowMs, 32, () => number);

  expect(made.slice(26)).toBe(part);
  expect([isMessageId(made), partOf(made)]).toEqual([true, part]);
});

test("the id of a message gets any of its account's parts, and no other", () => {
  const made = Array.from({ length: 500 }, () => partOf(newMessageId(nowMs, 4)));

  expect([...new Set(made)].sort()).toEqual(firstParts(4));
});

test("the id of a test key's message names a part that no live message is in", () => {
  const made = newTestMessageId(nowMs);

  expect([isMessageId(made), isTestMessage(made)]).toEqual([true, true]);
  expect(isTestMessage(id)).toBe(false);
  expect(firstParts(32)).not.toContain(partOf(made));
});

test('ids of messages are in the order of time, whatever their parts', () => {
  const parts = [3, 0, 2, 1];
  const made = parts.map((part, n) => newMessageId(nowMs + n, 4, () => part));

  expect([...made].sort()).toEqual(made);
});

test.each(['', id.slice(1), `${id}U`, `${id}I`, `${id}12`, id.toLowerCase(), `8${id.slice(1)}`])(
  '%j is not the id of a message',
  (text) => {
    expect([isMessageId(text), partOf(text)]).toEqual([false, '']);
  },
);
