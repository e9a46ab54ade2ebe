import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import type { Page } from '../../../functions/manage/contracts/common.ts';
import { counted } from './counted.ts';
import { IconDownload } from './icons.tsx';
import { PlainButton } from './looks.tsx';

const maxRows = 10_000;

/** The most pages that are read for one file: a search may find few items on each. */
const maxPages = 100;

interface ExportCsvProps<Item> {
  /** "message". */
  what: string;
  /** The file's name without its date. */
  name: string;
  /** Default: `CSV`. */
  format?: keyof typeof formats;
  head: string;
  lineOf: (item: Item) => string;
  /** Begins a file, and reads a page of at most 100 items. `cursor` is empty for the first. */
  begin: () => (cursor: string, signal: AbortSignal) => Promise<Page<Item>>;
  /** Without it nothing is saved. */
  beforeSave?: (count: number) => Promise<void>;
}

// Reads page by page; a second click stops.
export function ExportCsv<Item>({
  what,
  name,
  format = 'CSV',
  head,
  beforeSave,
  ...reader
}: ExportCsvProps<Item>) {
  const [read, setRead] = useState<number | null>(null);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const save = async () => {
    const control = new AbortController();
    reading.current = control;
    setRead(0);
    try {
      const { lines, isAll } = await readAll(reader, control.signal, setRead);
      await beforeSave?.(lines.length);
      saveFile(name, [head, ...lines], format);
      if (!isAll)
        notifications.show({ message: `The file has the first ${counted(lines.length, what)}` });
    } catch (error) {
      if (control.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      notifications.show({ color: 'red', title: 'No file was saved', message });
    } finally {
      setRead(null);
    }
  };
  return (
    <PlainButton
      icon={IconDownload}
      onClick={() => (read === null ? void save() : reading.current?.abort())}
    >
      <span aria-live="polite">
        {read === null ? `Export ${format}` : `Stop: ${counted(read, what)} read`}
      </span>
    </PlainButton>
  );
}

async function readAll<Item>(
  { begin, lineOf }: Pick<ExportCsvProps<Item>, 'begin' | 'lineOf'>,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<{ lines: string[]; isAll: boolean }> {
  const read = begin();
  const lines: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < maxPages && lines.length < maxRows; pages++) {
    const page = await read(cursor, signal);
    lines.push(...page.items.map(lineOf));
    onRead(lines.length);
    if (page.nextCursor === null) return { lines, isAll: true };
    cursor = page.nextCursor;
  }
  return { lines: lines.slice(0, maxRows), isAll: false };
}

/** `mark` tells spreadsheets that the file is UTF-8. */
const formats = {
  CSV: { ending: 'csv', type: 'text/csv;charset=utf-8', mark: '\uFEFF' },
  JSON: { ending: 'json', type: 'application/json', mark: '' },
  'JSON lines': { ending: 'jsonl', type: 'application/jsonl', mark: '' },
} as const;

/** Saves lines as `NAME-2026-11-28.csv`. */
export const saveCsv = (name: string, lines: readonly string[]) => saveFile(name, lines, 'CSV');

/** Saves texts as `NAME-2026-11-28` with the ending of the format. */
export function saveFile(
  name: string,
  lines: readonly string[],
  format: keyof typeof formats,
): void {
  const { ending, type, mark } = formats[format];
  const file = new Blob([mark, ...lines], { type });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
