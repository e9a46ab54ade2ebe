import { Table, type TableProps, type TableTrProps, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo, type ReactNode } from 'react';

export interface Column<Row> {
  head: string;
  /** Only screen readers get the head, as for a column of buttons. */
  isHeadHidden?: boolean;
  width?: number | string;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> extends TableProps {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  rowProps?: (row: Row) => TableTrProps & Readonly<Record<`data-${string}`, unknown>>;
  hasRowHeads?: boolean;
  /** A click anywhere in a row follows the row's link. */
  isLinked?: boolean;
}

// Draws a row again only if its item or the columns change.
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, rowProps, hasRowHeads, isLinked, ...table } = props;
  return (
    <Table highlightOnHover={isLinked} {...table}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head, width, isHeadHidden }) => (
            <Table.Th key={head} w={width} scope="col">
              {isHeadHidden ? <VisuallyHidden>{head}</VisuallyHidden> : head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} {...{ row, columns, rowProps, hasRowHeads, isLinked }} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowProps' | 'hasRowHeads' | 'isLinked'
> & { row: Row };

const TableRow = memo(({ row, columns, rowProps, hasRowHeads, isLinked }: RowProps<unknown>) => (
  <Table.Tr onClick={isLinked ? openRow : undefined} {...rowProps?.(row)}>
    {columns.map(({ head, cell }, at) =>
      hasRowHeads && at === 0 ? (
        <Table.Th key={head} scope="row">
          {cell(row)}
        </Table.Th>
      ) : (
        <Table.Td key={head}>{cell(row)}</Table.Td>
      ),
    )}
  </Table.Tr>
)) as <Row>(props: RowProps<Row>) => ReactNode;

/** Clicks the row's link with the same keys held down. Does nothing if the click ended a selection or hit a control. */
function openRow({ nativeEvent, target, currentTarget: row }: MouseEvent<HTMLElement>): void {
  // Clicks in a dialog or a menu that the row opened bubble to the row.
  if (!(target instanceof Element) || !row.contains(target) || target.closest('a, button')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = nativeEvent;
  const keys = { ctrlKey, metaKey, shiftKey, altKey };
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  row.querySelector('a')?.dispatchEvent(click);
}
