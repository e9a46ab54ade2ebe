/** A line of RFC 4180. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => cellOf(String(cell ?? ''))).join(',')}\r\n`;
}

/**
 * The apostrophe stops formulas: https://owasp.org/www-community/attacks/CSV_Injection. In many countries a semicolon
 * begins a cell, in quotes too.
 */
function cellOf(text: string): string {
  const safe = text.replace(/^(?=[\t\r\n])|(^|[;\t\r\n] *)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row of a file, and the line on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** The rows of a text with commas, semicolons or tabs between cells, without empty ones. */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const [head = ''] = source.split(/\r\n?|\n/, 1);
  const separator = [',', ';', '\t'].find((each) => head.includes(each)) ?? ',';
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  const endRow = () => {
    row.cells.push(cell);
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
    cell = '';
  };
  // A cell in quotes, where two quotes mean one; a separator; the end of a line; any other text.
  for (const [part, quoted] of source.matchAll(
    /"((?:[^"]|"")*)"|\r\n?|\n|[,;\t]|[^",;\t\r\n]+|"/g,
  )) {
    if (quoted !== undefined) {
      cell += quoted.replaceAll('""', '"');
      line += quoted.split('\n').length - 1;
    } else if (part === separator) {
      row.cells.push(cell);
      cell = '';
    } else if (/^[\r\n]/.test(part)) {
      endRow();
      line += 1;
      row = { line, cells: [] };
    } else cell += part;
  }
  endRow();
  return rows;
}
