import { SimpleGrid, Text } from '@mantine/core';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftStore } from '../draft-store.ts';
import { DataFieldInput } from './data-field-input.tsx';
import { fieldsOf } from './data-fields.ts';
import type { Data } from './test-data.ts';

export interface DataFieldsProps {
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
        The template names no variable yet. Write {'{{name}}'} in it, and its field is here.
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
