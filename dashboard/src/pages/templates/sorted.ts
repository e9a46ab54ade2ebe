import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

export const orders = [
  { value: 'change', label: 'Last change' },
  { value: 'name', label: 'Name' },
  { value: 'id', label: 'Id' },
] as const;

export type Order = (typeof orders)[number]['value'];

type Sortable = Pick<TemplateSummary, 'id' | 'name' | 'updatedAt' | 'draft'>;

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** The last save of the template or its draft. ISO 8601. */
export const changedAt = ({ updatedAt, draft }: Pick<Sortable, 'updatedAt' | 'draft'>): string =>
  draft && draft.createdAt > updatedAt ? draft.createdAt : updatedAt;

const byId = (a: Sortable, b: Sortable) => compare(a.id, b.id);

const comparisons: Record<Order, (a: Sortable, b: Sortable) => number> = {
  change: (a, b) => changedAt(b).localeCompare(changedAt(a)) || byId(a, b),
  name: (a, b) => compare(a.name, b.name) || byId(a, b),
  id: byId,
};

/** The newest change first, or by name or id with numbers in their order. */
export function sorted<Row extends Sortable>(rows: readonly Row[], order: Order): Row[] {
  return rows.toSorted(comparisons[order]);
}
