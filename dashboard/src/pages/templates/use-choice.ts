import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TemplateChoice } from '../../api/templates.ts';
import { type Order, orders } from './sorted.ts';

/** Which templates the list can show. */
export const shows = [
  { value: 'all', label: 'All', choice: {} },
  { value: 'template', label: 'Templates', choice: { kind: 'template' } },
  { value: 'partial', label: 'Partials', choice: { kind: 'partial' } },
  { value: 'draft', label: 'With a draft', choice: { state: 'draft' } },
  { value: 'deleted', label: 'Deleted', choice: { state: 'deleted' } },
] as const satisfies readonly { value: string; label: string; choice: TemplateChoice }[];

export type Show = (typeof shows)[number]['value'];

/** The pause in typing before the list is read, in milliseconds. */
const restMs = 150;

/**
 * What the list shows, and in which order; the address has all of it. `typed` is the search as the user types it, and
 * `search` the same after a pause.
 */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams((before) => changed(before, name, value), { replace: true });
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const [rested] = useDebouncedValue(typed.trim(), restMs);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // A link, such as the menu's, has changed the search, not the user's typing.
    if (search !== rested) setTyped(search);
  }

  // Only when the typed text changes: the browser's Back button also changes the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (rested !== search) set('search', rested);
  }, [rested]);

  const show: Show = shows.find(({ value }) => value === params.get('show'))?.value ?? 'all';
  const order: Order = orders.find(({ value }) => value === params.get('order'))?.value ?? 'change';
  return {
    ...{ typed, setTyped, search, show, order },
    setShow: (value: Show) => set('show', value === 'all' ? '' : value),
    setOrder: (value: Order) => set('order', value === 'change' ? '' : value),
  };
}

export type Choice = ReturnType<typeof useChoice>;

/** The parameters with this one; an empty value removes it. */
function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
