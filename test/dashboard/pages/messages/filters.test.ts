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
  ['', { state: '', to: '', since: '' }],
  [
    'state=bounced&to=%20ada%40example.com%20&since=7d',
    { state: 'BOUNCED', to: 'ada@example.com', since: '7d' },
  ],
  ['state=LOST&other=1', { state: '', to: '', since: '' }],
  ['state=toString&since=2026-11-01', { state: '', to: '', since: '2026-11-01' }],
])('the address ?%s is read as its filters', (address, filters) => {
  const read = readFilters(new URLSearchParams(address));

  expect(read).toEqual(filters);
});

test('filters are written without empty ones, and read back', () => {
  const filters = { state: 'FAILED', to: 'a+b@example.com', since: '' } as const;

  const written = writeFilters(filters);

  expect(written.toString()).toBe('state=FAILED&to=a%2Bb%40example.com');
  expect(readFilters(written)).toEqual(filters);
});

test.each([
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['1h', '2026-11-21T11:00:00.000Z'],
  ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z'],
  ['constructor', 'constructor'],
  ['', undefined],
])('the page asks for messages since %s', (since, asked) => {
  const search = searchOf({ state: '', to: '', since }, now);

  expect(search).toEqual({ state: undefined, to: undefined, since: asked });
});

test('only a filter by state or address makes the service search', () => {
  const sinceOnly = { state: '', to: '', since: '1h' } as const;

  const found = [
    isFiltered(sinceOnly),
    isSearch(sinceOnly),
    isSearch({ ...sinceOnly, to: 'a@b.c' }),
  ];

  expect(found).toEqual([true, false, true]);
});
