/** A table's order: the head of the column, and whether the greatest value comes first. */
export interface Sort {
  by: string;
  isDown: boolean;
}

interface Sortable<Row> {
  head: string;
  sortBy?: (row: Row) => string | number | null;
  isGreatestFirst?: boolean;
  isNumber?: boolean;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Rows without a value come last in both directions. Equal rows keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const sortBy = columns.find(({ head }) => head === sort?.by)?.sortBy;
  if (!sort || !sortBy) return rows;
  const sign = sort.isDown ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const areNumbers = typeof a === 'number' && typeof b === 'number';
    return sign * (areNumbers ? a - b : compare(String(a), String(b)));
  });
}

/** A press of a head: a second one turns the order round. */
export function nextSort<Row>(
  { head, isNumber = false, isGreatestFirst = isNumber }: Sortable<Row>,
  sort: Sort | undefined,
): Sort {
  return { by: head, isDown: sort?.by === head ? !sort.isDown : isGreatestFirst };
}
