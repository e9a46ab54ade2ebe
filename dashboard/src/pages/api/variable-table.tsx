import { Code, Table, Text } from '@mantine/core';
import type { TemplateVariable } from '../../../../functions/manage/contracts/templates.ts';

/** A name in a section is looked up in the item first. */
export function VariableTable({ variables }: { variables: readonly TemplateVariable[] }) {
  if (variables.length === 0) return <Text size="sm">The template has no variables.</Text>;
  const body = variables
    .filter(isShown)
    .map((variable) => [<Named key="name" {...variable} />, withoutValue(variable)]);
  return <Table data={{ head: ['Variable', 'Without a value'], body }} />;
}

function Named({ name, within }: TemplateVariable) {
  return (
    <>
      <Code className="wrapped">{name}</Code>
      {within.length > 0 && (
        <Text size="xs" c="dimmed">
          in {within.join(', ')}
        </Text>
      )}
    </>
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
