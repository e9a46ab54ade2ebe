import './data.css';
import { Button, Group, NativeSelect, Stack, Switch, Text, Textarea } from '@mantine/core';
import { memo, type ReactNode, useId, useState } from 'react';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import { type Data, readJson } from '../../../draft/test-data.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { changeItems, moved, setText, setValue } from './change-data.ts';
import { type DataNode, dataTree } from './data-tree.ts';

interface DataFormProps {
  store: DraftStore;
  data: Data;
  variables: readonly TemplateVariable[];
}

/** The test data as fields: an object is a group of them, a list has rows. */
export function DataForm({ store, data, variables }: DataFormProps) {
  const nodes = dataTree(variables, data);
  if (nodes.length === 0) {
    return (
      <Text size="sm" p="sm">
        The template has no variables yet. Write {'{{name}}'} in it to get a field for “name”.
      </Text>
    );
  }
  return (
    <Stack gap="2xs" px="sm" py="xs">
      <Fields store={store} nodes={nodes} />
    </Stack>
  );
}

function Fields({ store, nodes }: { store: DraftStore; nodes: readonly DataNode[] }) {
  return nodes.map((node) => <Field key={node.path.join('\n')} store={store} node={node} />);
}

interface FieldProps<Kind extends DataNode['kind'] = DataNode['kind']> {
  store: DraftStore;
  node: Extract<DataNode, { kind: Kind }>;
}

/** Memoised, because a field measures its height whenever it is drawn, which is too slow at every keystroke. */
const Field = memo(
  DrawnField,
  (before, now) =>
    before.store === now.store && JSON.stringify(before.node) === JSON.stringify(now.node),
);

function DrawnField({ store, node }: FieldProps) {
  switch (node.kind) {
    case 'text':
    case 'json':
      return <ValueField key={node.kind} store={store} node={node} />;
    case 'flag':
      return <FlagField store={store} node={node} />;
    case 'group':
      return (
        <FieldGroup store={store} node={node}>
          <Fields store={store} nodes={node.fields} />
        </FieldGroup>
      );
    case 'list':
      return <ListField store={store} node={node} />;
  }
}

/** Values with the name of the object or list that they are in. */
function FieldGroup({ store, node, children }: FieldProps & { children: ReactNode }) {
  return (
    <fieldset className="data-group">
      <Group component="legend" gap="xs" p={0} fz="sm" fw={600}>
        {node.name} <KindChoice store={store} node={node} />
      </Group>
      {children}
    </fieldset>
  );
}

/** Writes the text of the test data that `change` makes of it. */
function write(store: DraftStore, change: (text: string) => string): void {
  const { testData } = store.current().draft;
  const changed = change(testData);
  if (changed !== testData) store.dispatch({ kind: 'written', changes: { testData: changed } });
}

/** A text, or JSON. Unfinished JSON stays in the field and is not written into the data. */
function ValueField({ store, node }: FieldProps<'text' | 'json'>) {
  const id = useId();
  const isJson = node.kind === 'json';
  const [unfinished, setUnfinished] = useState<string | null>(null);
  const change = (typed: string) => {
    if (!isJson) return write(store, (text) => setText(text, node, typed));
    // An empty field has no value.
    const read = typed === '' ? { json: undefined } : readJson(typed);
    setUnfinished(read === null ? typed : null);
    if (read !== null) write(store, (text) => setValue(text, node.path, read.json));
  };
  const look = isJson
    ? { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } }
    : { placeholder: node.fallback === null ? 'No value' : node.fallback || 'Empty by default' };
  return (
    <div className="data-field">
      {node.name !== '' && <label htmlFor={id}>{node.name}</label>}
      <Textarea
        {...look}
        id={id}
        aria-label={node.name === '' ? 'Value' : undefined}
        size="xs"
        autosize
        minRows={1}
        maxRows={8}
        value={unfinished ?? node.value}
        onChange={({ currentTarget: { value } }) => change(value)}
        error={unfinished !== null && 'Write valid JSON, or choose the JSON view'}
      />
    </div>
  );
}

function FlagField({ store, node }: FieldProps<'flag'>) {
  return (
    <div className="data-field">
      <span aria-hidden>{node.name}</span>
      <Group gap="sm" wrap="nowrap">
        <Switch
          size="xs"
          aria-label={node.name}
          label={node.value ? 'Yes' : 'No'}
          checked={node.value}
          onChange={({ currentTarget: { checked } }) =>
            write(store, (text) => setValue(text, node.path, checked))
          }
        />
        <KindChoice store={store} node={node} />
      </Group>
    </div>
  );
}

function ListField({ store, node }: FieldProps<'list'>) {
  const change = (changed: (items: unknown[]) => unknown[]) =>
    write(store, (text) => changeItems(text, node.path, changed));
  return (
    <FieldGroup store={store} node={node}>
      {node.rows.map(({ path, fields }, row) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset for each row says too much
        <div
          key={path.join('\n')}
          role="group"
          aria-label={`${node.name} ${row + 1}`}
          className="data-row"
        >
          <div className="data-row-fields">
            <Fields store={store} nodes={fields} />
            {fields.length === 0 && <Text size="xs">Row {row + 1}</Text>}
          </div>
          <IconButton
            {...rowTool}
            label={`Move row ${row + 1} up`}
            icon={IconArrowUp}
            disabled={row === 0}
            onClick={() => change((items) => moved(items, row, row - 1))}
          />
          <IconButton
            {...rowTool}
            label={`Move row ${row + 1} down`}
            icon={IconArrowDown}
            disabled={row === node.rows.length - 1}
            onClick={() => change((items) => moved(items, row, row + 1))}
          />
          <IconButton
            {...rowTool}
            label={`Remove row ${row + 1}`}
            icon={IconTrash}
            onClick={() => change((items) => items.toSpliced(row, 1))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add row to ${node.name}`}
        onClick={() => change((items) => [...items, node.blank])}
      >
        Add row
      </Button>
    </FieldGroup>
  );
}

/** The look of a row's buttons. */
const rowTool = { size: 28, iconSize: 15, className: 'data-row-tool' };

const kinds = [
  { value: 'list', label: 'List' },
  { value: 'group', label: 'One' },
  { value: 'flag', label: 'Yes or no' },
];

const emptyOf: Readonly<Record<string, unknown>> = { list: [], group: {}, flag: true };

/** Asks the author whether a section without a value is a list, an object or `true`. */
function KindChoice({ store, node }: { store: DraftStore; node: DataNode }) {
  const isEmpty = node.kind === 'list' ? node.rows.length === 0 : !node.isGiven;
  if (!isEmpty || node.path.length > 1) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={`What ${node.name} is`}
      data={kinds}
      value={node.kind}
      onChange={({ currentTarget: { value } }) =>
        write(store, (text) => setValue(text, node.path, emptyOf[value]))
      }
    />
  );
}
