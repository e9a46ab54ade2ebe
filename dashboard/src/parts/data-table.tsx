import './data-table.css';
import {
  Table,
  type TableProps,
  type TableTrProps,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { type MouseEvent, memo, type ReactNode, useMemo, useState } from 'react';
import { IconArrowDown, IconArrowUp } from './icons.tsx';
import { nextSort, type Sort, sortedRows } from './sorted-rows.ts';
import { useMedia } from './use-media.ts';

export interface Column<Row> {
  head: string;
  /** Only screen readers get the head, as for a column of buttons. */
  isHeadHidden?: boolean;
  /** Stands in the head instead of its words, such as a check box for all rows. */
  headControl?: ReactNode;
  width?: number | string;
  cell: (row: Row) => ReactNode;
  /** The head becomes a button that sorts by this value. Rows without a value come last. */
  sortBy?: (row: Row) => string | number | null;
  /** The first press of the head puts the greatest first, as for times. Default: `isNumber`. */
  isGreatestFirst?: boolean;
  /** At the end of the cell, with digits of one width. */
  isNumber?: boolean;
  /** In a table that folds. Default: a line of the row's one cell. */
  whenFolded?: 'apart' | 'hidden';
}

interface DataTableProps<Row> extends Omit<TableProps, 'onSort'> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  rowProps?: (row: Row) => TableTrProps & Readonly<Record<`data-${string}`, unknown>>;
  hasRowHeads?: boolean;
  /** A click anywhere in a row follows the row's link. */
  isLinked?: boolean;
  /** Default: on a phone each row is one cell, with a line for each column. */
  folds?: boolean;
  /** The order of the first view. Default: that of `rows`. */
  sortedAtFirst?: Sort;
}

/** Rows are 44 px high, or as high as their content. Sorts the given rows alone. Draws a row again only if its item or the columns change. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, rowProps, hasRowHeads, isLinked, folds, sortedAtFirst, ...table } =
    props;
  const [sort, setSort] = useState(sortedAtFirst);
  const shown = useShown(columns, folds);
  const sorted = useMemo(() => sortedRows(rows, columns, sort), [rows, columns, sort]);
  return (
    <Table
      layout="fixed"
      verticalSpacing="3xs"
      highlightOnHover={isLinked}
      {...table}
      className={`data-table ${table.className ?? ''}`}
    >
      <Heads columns={shown} sort={sort} onSort={setSort} />
      <Table.Tbody>
        {sorted.map((row) => (
          <TableRow
            key={keyOf(row)}
            {...{ row, rowProps, hasRowHeads, isLinked }}
            columns={shown}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface HeadsProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function Heads<Row>({ columns, sort, onSort }: HeadsProps<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => {
          const { head, width, isHeadHidden, headControl, sortBy } = column;
          const isSorted = sort?.by === head;
          const Arrow = isSorted && sort.isDown ? IconArrowDown : IconArrowUp;
          return (
            <Table.Th
              key={head}
              w={width}
              scope="col"
              className={classOf(column)}
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
            >
              {headControl ? (
                headControl
              ) : isHeadHidden ? (
                <VisuallyHidden>{head}</VisuallyHidden>
              ) : sortBy ? (
                <UnstyledButton
                  className="sort-button"
                  onClick={() => onSort(nextSort(column, sort))}
                >
                  {head}
                  <Arrow size={14} aria-hidden />
                </UnstyledButton>
              ) : (
                head
              )}
            </Table.Th>
          );
        })}
      </Table.Tr>
    </Table.Thead>
  );
}

const classOf = <Row,>({ isNumber }: Column<Row>) => (isNumber ? 'number-cell' : undefined);

/** One cell with all lines on a phone, and beside it what stands apart. */
function useShown<Row>(columns: readonly Column<Row>[], folds = true): readonly Column<Row>[] {
  const isPhone = useMedia('(max-width: 48em)');
  const isFolded = folds && isPhone;
  return useMemo(() => {
    if (!isFolded) return columns;
    const [first, ...lines] = columns.filter(({ whenFolded }) => whenFolded === undefined);
    if (!first) return columns;
    const folded: Column<Row> = {
      head: first.head,
      cell: (row) => (
        <div className="folded">
          <div>{first.cell(row)}</div>
          {lines.map(({ head, cell }) => (
            <div key={head} className="folded-line">
              <Text span size="xs" c="dimmed">
                {head}
              </Text>
              <div>{cell(row)}</div>
            </div>
          ))}
        </div>
      ),
    };
    const at = columns.indexOf(first);
    const apart = (part: readonly Column<Row>[]) =>
      part.filter(({ whenFolded }) => whenFolded === 'apart');
    return [...apart(columns.slice(0, at)), folded, ...apart(columns.slice(at))];
  }, [columns, isFolded]);
}

type RowProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowProps' | 'hasRowHeads' | 'isLinked'
> & { row: Row };

const TableRow = memo(({ row, columns, rowProps, hasRowHeads, isLinked }: RowProps<unknown>) => (
  <Table.Tr onClick={isLinked ? openRow : undefined} {...rowProps?.(row)}>
    {columns.map((column, at) =>
      hasRowHeads && at === 0 ? (
        <Table.Th key={column.head} scope="row">
          {column.cell(row)}
        </Table.Th>
      ) : (
        <Table.Td key={column.head} className={classOf(column)}>
          {column.cell(row)}
        </Table.Td>
      ),
    )}
  </Table.Tr>
)) as <Row>(props: RowProps<Row>) => ReactNode;

/** Clicks the row's link with the same keys held down. Does nothing if the click ended a selection or hit a control. */
function openRow({ nativeEvent, target, currentTarget: row }: MouseEvent<HTMLElement>): void {
  // Clicks in a dialog or a menu that the row opened bubble to the row.
  if (!(target instanceof Element) || !row.contains(target)) return;
  if (target.closest('a, button, input, label')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = nativeEvent;
  const keys = { ctrlKey, metaKey, shiftKey, altKey };
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  row.querySelector('a')?.dispatchEvent(click);
}
