import './data.css';
import { Button, Stack, Switch, Text, Textarea } from '@mantine/core';
import { memo, type ReactNode, useId } from 'react';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import type { Data } from '../../../draft/test-data.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { type DataNode, type DataPath, dataTree, setValue, typedValue } from './data-tree.ts';

interface DataFormProps {
  store: DraftStore;
  data: Data;
  variables: readonly TemplateVariable[];
}

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

// A field measures its height whenever it is drawn, which is too slow at every keystroke.
const Field = memo(
  DrawnField,
  (before, now) =>
    before.store === now.store && JSON.stringify(before.node) === JSON.stringify(now.node),
);

function DrawnField({ store, node }: FieldProps) {
  switch (node.kind) {
    case 'text':
      return <TextField store={store} node={node} />;
    case 'json':
      return <Text size="xs">{node.name || 'This item'} is a structure: change it as JSON.</Text>;
    case 'flag':
      return <FlagField store={store} node={node} />;
    case 'group':
      return (
        <FieldGroup name={node.name}>
          <Fields store={store} nodes={node.fields} />
        </FieldGroup>
      );
    case 'list':
      return <ListField store={store} node={node} />;
  }
}

function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="data-group">
      <Text component="legend" p={0} size="sm" fw={600}>
        {name}
      </Text>
      {children}
    </fieldset>
  );
}

function write(store: DraftStore, path: DataPath, value: unknown): void {
  const testData = setValue(store.current().draft.testData, path, value);
  store.dispatch({ kind: 'written', changes: { testData } });
}

function TextField({ store, node }: FieldProps<'text'>) {
  const id = useId();
  return (
    <div className="data-field">
      {node.name !== '' && <label htmlFor={id}>{node.name}</label>}
      <Textarea
        id={id}
        aria-label={node.name === '' ? 'Value' : undefined}
        placeholder={node.fallback === null ? 'No value' : node.fallback || 'Empty by default'}
        size="xs"
        autosize
        minRows={1}
        maxRows={8}
        value={node.value}
        onChange={({ currentTarget: { value } }) =>
          write(store, node.path, typedValue(node, value))
        }
      />
    </div>
  );
}

function FlagField({ store, node }: FieldProps<'flag'>) {
  return (
    <div className="data-field">
      <span aria-hidden>{node.name}</span>
      <Switch
        size="xs"
        aria-label={node.name}
        label={node.value ? 'Yes' : 'No'}
        checked={node.value}
        onChange={({ currentTarget: { checked } }) => write(store, node.path, checked)}
      />
    </div>
  );
}

function ListField({ store, node }: FieldProps<'list'>) {
  const change = (items: unknown[]) => write(store, node.path, items);
  return (
    <FieldGroup name={node.name}>
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
            size={28}
            iconSize={15}
            label={`Remove row ${row + 1}`}
            icon={IconTrash}
            onClick={() => change(node.items.toSpliced(row, 1))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add row to ${node.name}`}
        onClick={() => change([...node.items, node.blank])}
      >
        Add row
      </Button>
    </FieldGroup>
  );
}
