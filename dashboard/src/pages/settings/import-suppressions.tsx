import { Button, Code, Group, Input, List, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useImportSuppressions } from '../../api/sending.ts';
import { counted } from '../../parts/counted.ts';
import { csvLine } from '../../parts/csv.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-form.tsx';
import { saveCsv } from '../../parts/export-csv.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import {
  maxImported,
  type ReadSuppressions,
  type RefusedLine,
  readSuppressionCsv,
} from './read-suppressions.ts';

/** A file of 5,000 addresses with notes is smaller. */
const maxBytes = 4 * 2 ** 20;

export default function ImportSuppressions({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<ReadSuppressions | null>(null);
  const [looked, setLooked] = useState(0);
  const add = useImportSuppressions(setLooked);
  const close = () => {
    if (!add.isPending) onClose();
  };
  return (
    <Dialog opened onClose={close} title="Import suppressed addresses" size="lg">
      {add.data && read ? (
        <Result read={read} added={add.data} onClose={onClose} />
      ) : (
        <Stack>
          <FileField onRead={setRead} isDisabled={add.isPending} />
          {read && <Found read={read} />}
          {add.isPending && read && (
            <Progress
              value={(100 * looked) / read.entries.length}
              aria-label="Addresses that were looked at"
            />
          )}
          {add.error && (
            <ProblemAlert
              error={add.error}
              what={`Only the first ${counted(looked, 'address')} were looked at. Import the file again: addresses that are on the list stay as they are`}
            />
          )}
          <DialogFoot
            onCancel={close}
            disabled={!read || read.entries.length === 0}
            loading={add.isPending}
            onClick={() =>
              read && add.mutate(read.entries.map(({ address, note }) => ({ address, note })))
            }
          >
            {read && read.entries.length > 0
              ? `Suppress ${counted(read.entries.length, 'address')}`
              : 'Suppress'}
          </DialogFoot>
        </Stack>
      )}
    </Dialog>
  );
}

function FileField(props: {
  onRead: (read: ReadSuppressions | null) => void;
  isDisabled: boolean;
}) {
  const id = useId();
  const [error, setError] = useState('');
  const read = async (file: File | undefined) => {
    const isTooLarge = file !== undefined && file.size > maxBytes;
    setError(isTooLarge ? 'The file is larger than 4 MB: divide it' : '');
    props.onRead(file && !isTooLarge ? readSuppressionCsv(await file.text()) : null);
  };
  return (
    <Input.Wrapper
      id={id}
      label="CSV file"
      description={`One address a line, at most ${maxImported.toLocaleString('en')}. With a line of heads, the columns “address” or “email” and “note” are read; otherwise the first two.`}
      error={error}
    >
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        disabled={props.isDisabled}
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
    </Input.Wrapper>
  );
}

function Found({ read: { entries, refused, repeated } }: { read: ReadSuppressions }) {
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">
        {counted(entries.length, 'address')} can be added.
        {repeated > 0 && ` ${counted(repeated, 'line')} repeat an address.`}
        {refused.length > 0 && ` ${counted(refused.length, 'line')} cannot be read:`}
      </Text>
      <Refused lines={refused} />
    </Stack>
  );
}

interface ResultProps {
  read: ReadSuppressions;
  added: { added: number; known: number; refused: { index: number; detail: string }[] };
  onClose: () => void;
}

function Result({ read, added, onClose }: ResultProps) {
  const later = added.refused.map(({ index, detail }) => {
    const { line = 0, address: text = '' } = read.entries[index] ?? {};
    return { line, text, detail };
  });
  const refused = [...read.refused, ...later].sort((one, other) => one.line - other.line);
  return (
    <Stack>
      <Text size="sm" role="status">
        {counted(added.added, 'address')} added. {counted(added.known, 'address')} on the list
        already. {counted(refused.length, 'line')} refused.
      </Text>
      <Refused lines={refused} />
      <Group justify="flex-end">
        {refused.length > 0 && (
          <PlainButton onClick={() => saveRefused(refused)}>Save the refused lines</PlainButton>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

const saveRefused = (refused: readonly RefusedLine[]) =>
  saveCsv('refused-lines', [
    csvLine(['line', 'address', 'problem']),
    ...refused.map(({ line, text, detail }) => csvLine([line, text, detail])),
  ]);

/** How many lines are shown: the saved file has all. */
const mostShown = 100;

function Refused({ lines }: { lines: readonly RefusedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ScrollArea.Autosize mah="12rem">
      <List size="sm">
        {lines.slice(0, mostShown).map(({ line, text, detail }) => (
          <List.Item key={line}>
            Line {line}: <Code>{text.slice(0, 80) || 'empty'}</Code> {detail}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  );
}
