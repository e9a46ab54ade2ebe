import {
  instantOf,
  isNarrowed,
  isSearch,
  noFilters,
  readFilters,
  searchOf,
  viewOf,
  writeFilters,
} from '../../../../dashboard/src/pages/messages/filters.ts';
import { expect, test } from '../../../jest.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['', {}],
  [
    'state=bounced&search=%20ada%40example.com%20&since=7d',
    { state: 'BOUNCED', search: 'ada@example.com', from: '7d' },
  ],
  ['state=LOST&other=1&test=yes', {}],
  ['test=true&template=receipt&key=key_1', { test: 'true', template: 'receipt', key: 'key_1' }],
  ['state=toString&since=2026-11-01&until=2026-11-02', { from: '2026-11-01', to: '2026-11-02' }],
  [
    'from=24h&to=2026-11-02&domain=b.example',
    { from: '24h', to: '2026-11-02', domain: 'b.example' },
  ],
])('the address ?%s is read as its filters', (address, filters) => {
  const read = readFilters(new URLSearchParams(address));

  expect(read).toEqual({ ...noFilters, ...filters });
});

test('filters are written without empty ones, and read back', () => {
  const filters = {
    ...noFilters,
    state: 'FAILED',
    search: 'a+b@example.com',
    test: 'true',
  } as const;

  const written = writeFilters(filters);

  expect(written.toString()).toBe('search=a%2Bb%40example.com&state=FAILED&test=true');
  expect(readFilters(written)).toEqual(filters);
});

test.each([
  ['7d', '2026-11-14T12:00:00.000Z'],
  ['1h', '2026-11-21T11:00:00.000Z'],
  ['2026-11-01T09:30:00Z', '2026-11-01T09:30:00Z'],
  ['constructor', 'constructor'],
  ['', undefined],
])('the page asks for messages since %s', (from, asked) => {
  const { since: asks, ...rest } = searchOf({ ...noFilters, from }, now);

  expect(asks).toBe(asked);
  expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([]);
});

test('a day as the end of a range is included', () => {
  const { until } = searchOf({ ...noFilters, to: '2026-11-02' }, now);

  expect(until).toBe('2026-11-02T23:59:59.999Z');
});

test('the list of scheduled messages needs no search, unless a text is searched for', () => {
  const scheduled = { ...noFilters, state: 'SCHEDULED' } as const;

  expect([isSearch(scheduled), isSearch({ ...scheduled, search: 'ada' })]).toEqual([false, true]);
});

test('only a filter by text, state, template, domain or key makes the service search', () => {
  const found = [
    { ...noFilters, from: '1h', to: '2026-11-02' },
    { ...noFilters, test: 'true' as const },
    { ...noFilters, search: 'ada' },
    { ...noFilters, state: 'SENT' as const },
    { ...noFilters, template: 'receipt' },
    { ...noFilters, key: 'key_1' },
    { ...noFilters, domain: 'b.example' },
  ].map(isSearch);

  expect(found).toEqual([false, false, true, true, true, true, true]);
});

test.each([
  [{}, 'All', false],
  [{ state: 'BOUNCED' }, 'All', true],
  [{ state: 'REFUSED' }, 'Refused', false],
  [{ state: 'REFUSED', template: 'receipt' }, 'Refused', true],
  [{ state: 'SCHEDULED', from: '1h' }, 'Scheduled', true],
  [{ test: 'true' }, 'Test messages', false],
  [{ test: 'true', state: 'REFUSED' }, 'Test messages', true],
] as const)('the filters %j are of the view %s', (some, view, narrowed) => {
  const filters = { ...noFilters, ...some };

  expect([viewOf(filters), isNarrowed(filters)]).toEqual([view, narrowed]);
});

test.each(['20261-01-01T00:00', '275760-12-31T00:00'])(
  'the year of %s is no time to search for, and breaks nothing',
  (local) => {
    expect(instantOf(local)).toBeNull();
  },
);
