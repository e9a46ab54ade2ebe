import {
  ActionIcon,
  Autocomplete,
  type AutocompleteProps,
  Button,
  Input,
  Stack,
} from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { exactText } from '../../../parts/exact-text.ts';
import { IconPlus, IconX } from '../../../parts/icons.tsx';
import { useFlow } from '../use-flow.ts';

interface RowsProps {
  label: string;
  description?: string;
  error?: string | undefined;
  /** What one row is, in the singular: "field". */
  what: string;
  count: number;
  row: (index: number) => ReactNode;
  onAdd: () => void;
  onRemove: (index: number) => void;
}

/** A list in a form. The focus goes to a row that was added, and stays near one that was removed. */
export function Rows({ label, description, error, what, count, row, onAdd, onRemove }: RowsProps) {
  const rows = useRef<HTMLDivElement>(null);
  const wasAdded = useRef(false);
  const adder = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a row is added
  useEffect(() => {
    if (!wasAdded.current) return;
    wasAdded.current = false;
    const last = rows.current?.lastElementChild;
    last?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
  }, [count]);
  return (
    <Input.Wrapper component="fieldset" className="flow-rows" error={error} label={null}>
      <Input.Label component="legend" className="flow-legend">
        {label}
      </Input.Label>
      {description && <Input.Description mb={6}>{description}</Input.Description>}
      <Stack gap="xs" ref={rows} mb={count > 0 ? 'xs' : 0}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <div className="flow-row" key={index}>
            <div className="flow-row-fields">{row(index)}</div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove ${what} ${index + 1}`}
              onClick={() => {
                onRemove(index);
                adder.current?.focus();
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      <Button
        ref={adder}
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          wasAdded.current = true;
          onAdd();
        }}
      >
        Add a {what}
      </Button>
    </Input.Wrapper>
  );
}

/** An input for the name of a variable or a delivery field, with suggestions. */
export function NameInput({
  onlyVariables = false,
  ...props
}: AutocompleteProps & { onlyVariables?: boolean }) {
  const { names } = useFlow();
  const offered = onlyVariables ? names.filter((name) => !name.startsWith('_')) : names;
  return (
    <Autocomplete
      data={offered}
      maxDropdownHeight={220}
      openOnFocus={false}
      {...exactText}
      {...props}
    />
  );
}
