import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import { doorNames, withoutDoor } from '../../../../shared/engine/doors.ts';
import type { MessageSearch } from '../../api/messages.ts';
import type { MessageState } from '../../parts/message-states.ts';

/** The filters as the page's address has them. An empty text is no filter. */
export interface Filters {
  /** An id, an address, or a part of an address, of the subject … */
  search: string;
  /** `texts`: an address is searched for in all texts, not only among the recipients. */
  in: 'texts' | '';
  state: MessageState | '';
  template: string;
  /** The node of the template's flow that refused the request. */
  node: string;
  /** The domain of a recipient. */
  domain: string;
  key: string;
  /** A door, or `v1`. */
  door: MessageSearch['door'] | '';
  test: 'true' | '';
  /** A name of `spans`, a day, or a time in ISO 8601. */
  from: string;
  /** A day, which is included, or a time in ISO 8601. */
  to: string;
}

export interface FilterProps {
  filters: Filters;
  onChange: (changed: Partial<Filters>) => void;
  /** Each field shows its own error. */
  error: unknown;
}

export const noFilters = readFilters(new URLSearchParams());

const hourMs = 3_600_000;

export const spans: Readonly<Record<string, { label: string; ms: number }>> = {
  '1h': { label: 'Last hour', ms: hourMs },
  '24h': { label: 'Last 24 hours', ms: 24 * hourMs },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * hourMs },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * hourMs },
};

/** Ignores an unknown state. The service refuses a wrong time. */
export function readFilters(params: URLSearchParams): Filters {
  const state = params.get('state')?.toUpperCase() ?? '';
  const textOf = (name: string) => params.get(name)?.trim() ?? '';
  return {
    search: textOf('search'),
    in: params.get('in') === 'texts' ? 'texts' : '',
    state: messageStates.find((each) => each === state) ?? '',
    template: textOf('template'),
    node: textOf('node'),
    domain: textOf('domain'),
    key: textOf('key'),
    door: [...doorNames, withoutDoor].find((each) => each === params.get('door')) ?? '',
    test: params.get('test') === 'true' ? 'true' : '',
    // Addresses that were written down earlier have the other names.
    from: textOf('from') || textOf('since'),
    to: textOf('to') || textOf('until'),
  };
}

export function writeFilters(filters: Filters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** The service has to search all messages. Scheduled ones have a separate list. */
export function isSearch(filters: Filters): boolean {
  const { state } = filters;
  return (state !== '' && state !== 'SCHEDULED') || textsOf(filters) !== '';
}

const textsOf = ({ search, template, node, domain, key, door }: Filters) =>
  search + template + node + domain + key + door;

/** Whether the search is for the mails to one whole address, which the service finds without reading all messages. */
export const isForAddress = (filters: Pick<Filters, 'in' | 'search'>): boolean =>
  filters.in === '' && address.test(filters.search);

// The service parses it, and says what is wrong with it.
const address = /^[!-~]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/;

export function searchOf({ from, to, ...filters }: Filters, nowMs: number): MessageSearch {
  const span = Object.hasOwn(spans, from) ? spans[from] : undefined;
  const text = filters.search || undefined;
  return {
    ...(isForAddress(filters) ? { to: text } : { search: text }),
    state: filters.state || undefined,
    template: filters.template || undefined,
    node: filters.node || undefined,
    domain: filters.domain || undefined,
    key: filters.key || undefined,
    door: filters.door || undefined,
    test: filters.test || undefined,
    since: span ? new Date(nowMs - span.ms).toISOString() : from || undefined,
    until: isDay.test(to) ? `${to}T23:59:59.999Z` : to || undefined,
  };
}

// The views, by their names in the menu. Each keeps the other filters.
export const views = {
  All: { state: '', test: '' },
  Scheduled: { state: 'SCHEDULED', test: '' },
  Refused: { state: 'REFUSED', test: '' },
  'Test messages': { state: '', test: 'true' },
} as const satisfies Record<string, Pick<Filters, 'state' | 'test'>>;

export type View = keyof typeof views;

export const viewNames = ['All', 'Scheduled', 'Refused', 'Test messages'] as const;

export function viewOf({ state, test }: Filters): View {
  if (test !== '') return 'Test messages';
  return viewNames.find((name) => views[name].state === state && state !== '') ?? 'All';
}

export function isNarrowed(filters: Filters): boolean {
  const { state, from, to } = filters;
  return textsOf(filters) + from + to !== '' || state !== views[viewOf(filters)].state;
}

/** ISO 8601; null if `local` is no time, for instance in the year 20261. */
export function instantOf(local: string): string | null {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
