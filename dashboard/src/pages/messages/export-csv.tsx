import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { type MessageSearch, readMessages } from '../../api/messages.ts';
import { counted } from '../../parts/counted.ts';
import { IconDownload } from '../../parts/icons.tsx';
import { csvHead, csvLine } from './csv.ts';

/** The most rows of one file. */
const maxRows = 10_000;

/** The most pages that are read for one file: a search may find few messages on each. */
const maxPages = 100;

// Reads page by page; a second click stops.
export function ExportCsv({ search }: { search: () => MessageSearch }) {
  const [read, setRead] = useState<number | null>(null);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const save = async () => {
    const control = new AbortController();
    reading.current = control;
    setRead(0);
    try {
      const { lines, isAll } = await readAll(search(), control.signal, setRead);
      saveFile(lines);
      if (!isAll)
        notifications.show({
          message: `The file has the first ${counted(lines.length, 'message')}`,
        });
    } catch (error) {
      if (control.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      notifications.show({ color: 'red', title: 'No file was saved', message });
    } finally {
      setRead(null);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      onClick={() => (read === null ? void save() : reading.current?.abort())}
    >
      <span aria-live="polite">
        {read === null ? 'Export CSV' : `Stop: ${counted(read, 'message')} read`}
      </span>
    </Button>
  );
}

async function readAll(
  search: MessageSearch,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<{ lines: string[]; isAll: boolean }> {
  const lines: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < maxPages && lines.length < maxRows; pages++) {
    const page = await readMessages({ ...search, limit: 100, cursor }, signal);
    lines.push(...page.items.map(csvLine));
    onRead(lines.length);
    if (page.nextCursor === null) return { lines, isAll: true };
    cursor = page.nextCursor;
  }
  return { lines: lines.slice(0, maxRows), isAll: false };
}

function saveFile(lines: readonly string[]): void {
  // The mark tells spreadsheets that the file is UTF-8.
  const file = new Blob(['\uFEFF', csvHead, ...lines], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `messages-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
