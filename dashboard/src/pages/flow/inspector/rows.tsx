import {
  Autocomplete,
  type AutocompleteProps,
  Group,
  Input,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { exactText } from '../../../parts/exact-text.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconPlus, IconX } from '../../../parts/icons.tsx';
import { SmallButton } from '../../../parts/looks.tsx';
import { useFlow, useProblemAt } from '../use-flow.ts';

interface RowsProps<Item> {
  label: string;
  description: string;
  error: string | undefined;
  /** In the singular: "field". */
  what: string;
  items: readonly Item[];
  blank: Item;
  /** `write` replaces the item; `field` names its changed part. */
  row: (item: Item, index: number, write: (item: Item, field?: string) => void) => ReactNode;
  /** `changed`: a path within the list. Undo takes changes of one path in a row back together. */
  onChange: (items: Item[], changed: string) => void;
}

/** The focus goes to an added row, and stays near a removed one. */
export function Rows<Item>(props: RowsProps<Item>) {
  const { label, description, error, what, items, blank, row, onChange } = props;
  const count = items.length;
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
    <Input.Wrapper component="fieldset" miw={0} m={0} p={0} bd="none" error={error} label={null}>
      <Input.Label component="legend" p={0}>
        {label}
      </Input.Label>
      <Input.Description mb={6}>{description}</Input.Description>
      <Stack gap="xs" ref={rows} mb={count > 0 ? 'xs' : 0}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <Group gap="2xs" align="flex-start" wrap="nowrap" key={index}>
            <Stack gap="2xs" flex={1} miw={0}>
              {row(item, index, (next, field) =>
                onChange(items.with(index, next), field ? `${index}/${field}` : `${index}`),
              )}
            </Stack>
            <IconButton
              icon={IconX}
              size={36}
              label={`Remove ${what} ${index + 1}`}
              onClick={() => {
                onChange(items.toSpliced(index, 1), 'remove');
                adder.current?.focus();
              }}
            />
          </Group>
        ))}
      </Stack>
      <SmallButton
        ref={adder}
        icon={IconPlus}
        onClick={() => {
          wasAdded.current = true;
          onChange([...items, blank], 'add');
        }}
      >
        Add a {what}
      </SmallButton>
    </Input.Wrapper>
  );
}

interface NodeTextProps extends TextInputProps {
  node: FlowNode;
  field: string;
  /** The field stays if its text is empty. Default: false. */
  isRequired?: boolean;
}

export function NodeText({ node, field, isRequired = false, ...look }: NodeTextProps) {
  const { change } = useFlow();
  const at = useProblemAt(node.id);
  const { [field]: text } = node as FlowNode & Readonly<Record<string, unknown>>;
  const write = (value: string) => {
    const stored = value === '' && !isRequired ? undefined : value;
    change({ ...node, [field]: stored }, field);
  };
  return (
    <TextInput
      {...look}
      value={String(text ?? '')}
      onChange={(event) => write(event.currentTarget.value)}
      error={at(field)}
    />
  );
}

export function NameInput(props: AutocompleteProps) {
  const { names } = useFlow();
  return (
    <Autocomplete
      data={[...names]}
      maxDropdownHeight={220}
      openOnFocus={false}
      {...exactText}
      {...props}
    />
  );
}
