import { messageStates } from '../../../../functions/manage/contracts/messages.ts';
import type { MessageSearch } from '../../api/messages.ts';
import type { MessageState } from '../../parts/message-states.ts';

/** The filters of the list of messages, as its address has them. Empty: no filter. */
export interface Filters {
  state: MessageState | '';
  to: string;
  /** Whether the list has the messages of test keys, and no others. */
  test: 'true' | '';
  /** A name of `spans`, or a time in ISO 8601. */
  since: string;
}

const hourMs = 3_600_000;

/** The choices for `since`. */
export const spans: Readonly<Record<string, { label: string; ms: number }>> = {
  '1h': { label: 'Last hour', ms: hourMs },
  '24h': { label: 'Last 24 hours', ms: 24 * hourMs },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * hourMs },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * hourMs },
};

/** Reads the query of an address. It ignores an unknown state. The service refuses a wrong time. */
export function readFilters(params: URLSearchParams): Filters {
  const state = params.get('state')?.toUpperCase() ?? '';
  return {
    state: messageStates.find((each) => each === state) ?? '',
    to: params.get('to')?.trim() ?? '',
    test: params.get('test') === 'true' ? 'true' : '',
    since: params.get('since') ?? '',
  };
}

export function writeFilters(filters: Filters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
}

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** Whether the service has to search through all messages. Those that are scheduled have a list of their own. */
export function isSearch({ state, to }: Filters): boolean {
  return (state !== '' && state !== 'SCHEDULED') || to !== '';
}

export function searchOf({ state, to, test, since }: Filters, nowMs: number): MessageSearch {
  const span = Object.hasOwn(spans, since) ? spans[since] : undefined;
  return {
    state: state || undefined,
    to: to || undefined,
    test: test || undefined,
    since: span ? new Date(nowMs - span.ms).toISOString() : since || undefined,
  };
}
