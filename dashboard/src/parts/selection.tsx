import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from './counted.ts';
import type { Column } from './data-table.tsx';

interface Selection<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The keys; those of rows that are gone count for nothing. */
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
}

/** A table's first column: a check box for each row, and in the head one for all rows. */
export function selectionColumn<Row>(of: Selection<Row>): Column<Row> {
  const { rows, keyOf, chosen, onChoose } = of;
  const count = rows.filter((row) => chosen.has(keyOf(row))).length;
  const toggle = (key: string, isChosen: boolean) => {
    const keys = new Set(chosen);
    if (isChosen) keys.add(key);
    else keys.delete(key);
    onChoose(keys);
  };
  return {
    head: 'Choose',
    isHeadHidden: true,
    width: 44,
    whenFolded: 'apart',
    headControl: (
      <Checkbox
        size="sm"
        aria-label={`Choose all ${rows.length} that are shown`}
        checked={count > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={({ currentTarget: { checked } }) =>
          onChoose(new Set(checked ? rows.map(keyOf) : []))
        }
      />
    ),
    cell: (row) => (
      <Checkbox
        size="sm"
        aria-label={`Choose ${keyOf(row)}`}
        checked={chosen.has(keyOf(row))}
        onChange={({ currentTarget: { checked } }) => toggle(keyOf(row), checked)}
      />
    ),
  };
}

interface SelectionBarProps {
  count: number;
  /** "address". */
  what: string;
  onClear: () => void;
  children: ReactNode;
}

/** Stands below the table. Draws nothing if nothing is chosen. */
export function SelectionBar({ count, what, onClear, children }: SelectionBarProps) {
  return (
    <div aria-live="polite" className={count > 0 ? 'selection-bar' : undefined}>
      {count > 0 && (
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {counted(count, what)} chosen
          </Text>
          {children}
          <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
            Choose none
          </Button>
        </Group>
      )}
    </div>
  );
}
