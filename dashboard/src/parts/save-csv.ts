/** Saves lines as `NAME-2026-11-28.csv`. */
export function saveCsv(name: string, lines: readonly string[]): void {
  // The mark tells spreadsheets that the file is UTF-8.
  const file = new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
