import { expect, test } from 'vitest';
import {
  isFiltered,
  isSearch,
  readFilters,
  searchOf,
  writeFilters,
} from '../../../../dashboard/src/pages/messages/filters.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['', { state: '', to: '', test: '', since: '' }],
  [
    'state=bounced&to=%20ada%40example.com%20&since=7d',
    { state: 'BOUNCED', to: 'ada@example.com', test: '', since: '7d' },
  ],
  ['state=LOST&other=1&test=yes', { state: '', to: '', test: '', since: '' }],
  ['test=true', { state: '', to: '', test: 'true', since: '' }],
  ['state=toString&since=2026-11-01', { state: '', to: '', test: '', since: '2026-11-01' }],
])('the address ?%s is read as its filters', (address, filters) => {
  const read = readFilters(new URLSearchParams(address));

  expect(read).toEqual(filters);
});

test('filters are written without empty ones, and read back', () => {
  const filters = { state: 'FAILED', to: 'a+b@example.com', test: 'true', since: '' } as const;

  const written = writeFilters(filters);

  expect(written.toString()).toBe('state=FAILED&to=a%2Bb%40example.com&test=true');
  expect(readFilters(written)).toEqual(filters);
});

test.each([
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['1h', '2026-11-21T11:00:00.000Z'],
  ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z'],
  ['constructor', 'constructor'],
  ['', undefined],
])('the page asks for messages since %s', (since, asked) => {
  const search = searchOf({ state: '', to: '', test: '', since }, now);

  expect(search).toEqual({ state: undefined, to: undefined, test: undefined, since: asked });
});

test('the list of scheduled messages needs no search, unless a recipient is asked for', () => {
  const scheduled = { state: 'SCHEDULED', to: '', test: '', since: '' } as const;

  expect([isSearch(scheduled), isSearch({ ...scheduled, to: 'a@b.c' })]).toEqual([false, true]);
});

test('only a filter by state or address makes the service search', () => {
  const sinceOnly = { state: '', to: '', test: '', since: '1h' } as const;

  const found = [
    isFiltered(sinceOnly),
    isSearch(sinceOnly),
    isSearch({ ...sinceOnly, to: 'a@b.c' }),
  ];

  expect(found).toEqual([true, false, true]);
});
