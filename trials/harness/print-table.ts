import Table from 'cli-table3';

export type Cell = string | number;

/** A table as text, without colours. */
export function printTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}
