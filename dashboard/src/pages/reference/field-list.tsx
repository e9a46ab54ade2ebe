import { Badge, Code, Group, Paper, Text } from '@mantine/core';
import type { Field, Shape } from './shapes.ts';
import { Words } from './words.tsx';

/** The fields of a shape, each with its type and what it means. `mark` tells which must be there. */
export function FieldList({ shape, mark }: { shape: Shape; mark: 'required' | 'optional' }) {
  return (
    <Paper
      withBorder
      component="ul"
      className="bare-list rows"
      aria-label={`Fields of ${shape.name}`}
    >
      {shape.fields.map((field) => (
        <FieldRow key={field.name} field={field} mark={mark} />
      ))}
    </Paper>
  );
}

function FieldRow({ field: { name, type, isRequired, description }, mark }: FieldRowProps) {
  return (
    <li>
      <Group gap="xs">
        <Code className="field-name">{name}</Code>
        <Text size="sm" c="dimmed" className="field-type">
          {type}
        </Text>
        {isRequired === (mark === 'required') && <Badge size="sm">{mark}</Badge>}
      </Group>
      <Text size="sm" mt={4}>
        <Words>{description}</Words>
      </Text>
    </li>
  );
}

interface FieldRowProps {
  field: Field;
  mark: 'required' | 'optional';
}
