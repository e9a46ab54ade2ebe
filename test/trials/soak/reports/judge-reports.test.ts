import { judgeReports, type KeptReports } from '../../../../trials/soak/reports/judge-reports.ts';
import type { MadeReport } from '../../../../trials/soak/reports/reporting.ts';
import { expect, test } from '../../../jest.ts';

const ada = 'ada@example.com';
const bob = 'bob@example.com';

const mail = {
  destination: ['placeholder@x'],
  sesMessageId: 'ses-1',
  sendId: 'send-1',
  accountId: 'acct',
  messageId: 'm',
  to: [ada, bob],
};

const report = (change: Partial<MadeReport> = {}): MadeReport => ({
  eventId: 'event-1',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'permanent bounce',
  names: [ada],
  words: 'no such user',
  sesMessageId: 'ses-1',
  destination: mail.to,
  tags: { accountId: 'acct', messageId: 'm' },
  afterMs: 0,
  twice: false,
  mail,
  acknowledged: true,
  ...change,
});

const kept = (events: string[], ...addresses: string[]): KeptReports => ({
  events: new Map([['m', events]]),
  suppressed: addresses.map((address) => ({ accountId: 'acct', address })),
});

const violationsOf = (reports: MadeReport[], there: KeptReports) =>
  judgeReports(reports, there).violations;

const none = { 'falsely suppressed': 0, 'reports taken and lost': 0 };

test.each<[string, Partial<MadeReport>, KeptReports]>([
  ['a bounce', {}, kept(['event-1'], ada)],
  ['a bounce in parts', {}, kept(['event-1-2'], ada)],
  ['a bounce in capital letters', { names: ['ADA@example.com'] }, kept(['event-1'], ada)],
  ['a bounce that names a stranger too', { names: [ada, 'eve@x.com'] }, kept(['event-1'], ada)],
  ['a bounce without names', { names: [] }, kept(['event-1'])],
  ['a complaint of one', { kind: 'complaint' }, kept(['event-1'], ada)],
  ['a complaint of several', { kind: 'complaint', names: [ada, bob] }, kept(['event-1'])],
  ['a delivery', { kind: 'delivery' }, kept(['event-1'])],
  ['one that was not taken', { acknowledged: false }, kept([])],
  ['one that was not taken, but had its effect', { acknowledged: false }, kept([], ada)],
])('the judge of reports accepts %s', (_, change, there) => {
  expect(violationsOf([report(change)], there)).toEqual(none);
});

test.each<[string, Partial<MadeReport>, string]>([
  ['a stranger', { names: [ada, 'eve@x.com'] }, 'eve@x.com'],
  ['a recipient that it does not name', {}, bob],
  ['one of several who may have complained', { kind: 'complaint', names: [ada, bob] }, bob],
  ['a recipient whose mail was delivered', { kind: 'delivery' }, bob],
  ['a recipient, by tags of another account', { tags: { accountId: 'b', messageId: 'm' } }, bob],
])('the judge of reports counts a suppressed address: %s', (_, change, address) => {
  const there = kept(['event-1'], ada, address);

  expect(violationsOf([report(), report(change)], there)).toEqual({
    ...none,
    'falsely suppressed': 1,
  });
});

test.each<[string, KeptReports]>([
  ['it is not in the record', kept([], ada)],
  ['it suppressed no address', kept(['event-1'])],
])('the judge of reports counts a lost report: %s', (_, there) => {
  expect(violationsOf([report()], there)).toEqual({ ...none, 'reports taken and lost': 1 });
});

test('the judge of reports counts the reports, and those that were never taken', () => {
  const judged = judgeReports([report(), report({ acknowledged: false })], kept(['event-1'], ada));

  expect(judged).toMatchObject({ reports: 2, deadLetters: 1, cases: [] });
});
