import { useSearchParams } from 'react-router';
import type { TemplateChoice } from '../../api/templates.ts';

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
  return {
    ...{ search: params.get('search')?.trim() ?? '', show, tag: params.get('tag') ?? '' },
    setSearch: (text: string) => set('search', text),
    setShow: (value: string) => set('show', value === 'all' ? '' : value),
    setTag: (value: string) => set('tag', value),
  };
}

export type Choice = ReturnType<typeof useChoice>;
