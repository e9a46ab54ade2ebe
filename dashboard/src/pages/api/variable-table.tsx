import { Code, Table, Text } from '@mantine/core';
import type { TemplateVariable } from '../../../../functions/manage/contracts/templates.ts';

/** A name in a section is looked up in the item first. */
export function VariableTable({ variables }: { variables: readonly TemplateVariable[] }) {
  if (variables.length === 0) return <Text size="sm">The template has no variables.</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Variable</Table.Th>
          <Table.Th scope="col">Without a value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {variables.filter(isShown).map((variable) => (
          <Table.Tr key={[...variable.within, variable.name].join(' ')}>
            <Table.Td>
              <Code className="wrapped">{variable.name}</Code>
              {variable.within.length > 0 && (
                <Text size="xs" c="dimmed">
                  in {variable.within.join(', ')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{withoutValue(variable)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A section that prints its own value is one variable. */
const isShown = ({ name, within }: TemplateVariable) => !within.includes(name);

function withoutValue({ required, defaults, uses }: TemplateVariable): string {
  if (required) return 'Refused: required';
  const [fallback] = defaults;
  if (fallback !== undefined) return fallback === '' ? 'Empty' : `“${fallback}”`;
  if (uses.includes('section') || uses.includes('inverted')) return 'Section left out';
  return 'Refused, if its section is shown';
}
