import { SimpleGrid, Text } from '@mantine/core';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import type { DraftStore } from '../../../draft/draft-store.ts';
import type { Data } from '../../../draft/test-data.ts';
import { DataFieldInput } from './data-field-input.tsx';
import { fieldsOf } from './data-fields.ts';

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
