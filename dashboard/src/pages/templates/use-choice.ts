import { useSearchParams } from 'react-router';
import type { TemplateChoice } from '../../api/templates.ts';
import { type Order, orders } from './sorted.ts';

export const shows = [
  { value: 'all', label: 'All', choice: {} },
  { value: 'template', label: 'Templates', choice: { kind: 'template' } },
  { value: 'partial', label: 'Partials', choice: { kind: 'partial' } },
  { value: 'draft', label: 'With a draft', choice: { state: 'draft' } },
  { value: 'deleted', label: 'Deleted', choice: { state: 'deleted' } },
] as const satisfies readonly { value: string; label: string; choice: TemplateChoice }[];

export type Show = (typeof shows)[number]['value'];

export function useChoice() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        if (value === '') next.delete(name);
        return next;
      },
      { replace: true },
    );
  const show: Show = shows.find(({ value }) => value === params.get('show'))?.value ?? 'all';
  const order: Order = orders.find(({ value }) => value === params.get('order'))?.value ?? 'change';
  return {
    ...{ search: params.get('search')?.trim() ?? '', show, order },
    setSearch: (text: string) => set('search', text),
    setShow: (value: string) => set('show', value === 'all' ? '' : value),
    setOrder: (value: string) => set('order', value === 'change' ? '' : value),
  };
}

export type Choice = ReturnType<typeof useChoice>;
