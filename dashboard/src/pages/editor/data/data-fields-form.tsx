import { SimpleGrid, Text, Textarea } from '@mantine/core';
import { memo, useState } from 'react';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import type { Data } from '../../../draft/test-data.ts';
import { changeField, type DataField, fieldsOf } from './data-fields.ts';

interface DataFieldsProps {
  store: DraftStore;
  data: Data;
  variables: readonly TemplateVariable[];
  missing: readonly string[];
}

/** A field for each variable that the template names. */
export function DataFields({ store, data, variables, missing }: DataFieldsProps) {
  const fields = fieldsOf(variables, data);
  if (fields.length === 0) {
    return (
      <Text size="sm" p="sm">
        The template has no variables yet. Write {'{{name}}'} in it to get a field for “name”.
      </Text>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" p="sm">
      {fields.map((field) => (
        <DataFieldInput
          key={field.name}
          store={store}
          field={field}
          isMissing={missing.includes(field.name)}
        />
      ))}
    </SimpleGrid>
  );
}

interface DataFieldInputProps {
  store: DraftStore;
  field: DataField;
  /** The template needs a value here, and the preview has none. */
  isMissing: boolean;
}

/**
 * One value. Unfinished JSON stays in this field and is not written into the data. Memoised, because a field
 * measures its height whenever it is drawn, which is too slow at every keystroke.
 */
const DataFieldInput = memo(Input, isSame);

function Input({ store, field, isMissing }: DataFieldInputProps) {
  const [unfinished, setUnfinished] = useState<{ typed: string; detail: string } | null>(null);
  const change = (typed: string) => {
    const changed = changeField(store.current().draft.testData, field, typed);
    setUnfinished(changed.ok ? null : { typed, detail: changed.detail });
    if (changed.ok) store.dispatch({ kind: 'written', changes: { testData: changed.text } });
  };
  const isMissingHere = isMissing && field.value === null;
  return (
    <Textarea
      label={field.name}
      description={descriptionOf(field)}
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      styles={field.kind === 'json' ? inCode : undefined}
      placeholder={placeholderOf(field)}
      value={unfinished?.typed ?? field.value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
      error={
        unfinished?.detail ?? (isMissingHere ? 'Missing: the preview shows the name' : undefined)
      }
    />
  );
}

function isSame(before: DataFieldInputProps, now: DataFieldInputProps): boolean {
  return (
    before.store === now.store &&
    before.isMissing === now.isMissing &&
    JSON.stringify(before.field) === JSON.stringify(now.field)
  );
}

const inCode = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

function descriptionOf({ kind, members }: DataField): string | undefined {
  if (kind === 'text') return undefined;
  return members.length > 0 ? `JSON of a section with ${members.join(', ')}` : 'JSON of a section';
}

/** The default of the variable, or a sample value. */
function placeholderOf({ kind, fallback, members }: DataField): string | undefined {
  if (kind === 'text') return fallback ?? undefined;
  if (members.length === 0) return 'true';
  return JSON.stringify([Object.fromEntries(members.map((name) => [name, '…']))]);
}
