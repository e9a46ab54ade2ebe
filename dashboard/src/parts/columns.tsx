import type { Column } from './data-table.tsx';
import { When } from './when.tsx';

/** The last column: a row's menu or its button. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell'], width = 52): Column<Row> => ({
  ...{ head: 'Actions', isHeadHidden: true, whenFolded: 'apart', width, cell },
});

/** A time, in words such as `3 minutes ago`. */
export function timeColumn<Row>(
  head: string,
  width: number,
  at: (row: Row) => string | null,
): Column<Row> {
  const cell = (row: Row) => {
    const time = at(row);
    return time && <When at={time} size="sm" />;
  };
  return { head, width, sortBy: at, isGreatestFirst: true, cell };
}

/** A text or a number by which the rows can be sorted. */
export const plainColumn = <Row,>(
  head: string,
  width: number,
  read: (row: Row) => string | number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ head, width, sortBy: read, cell: read, ...more });
