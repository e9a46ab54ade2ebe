import { Badge, Code, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../parts/copy.tsx';
import { Section } from '../../parts/section.tsx';
import { apiDocument, type Content, type Operation } from './document.ts';
import { type Field, type RefusedAnswer, type Shape, shapesOf } from './shapes.ts';

interface OperationSectionProps {
  path: string;
  operation: Operation;
  /** The refusals that only this operation has. */
  refused: readonly RefusedAnswer[];
}

/** One endpoint: its request, its answers, its refusals. */
export function OperationSection({ path, operation, refused }: OperationSectionProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const request = requestBody.content;
  const result = responses['200']?.content;
  return (
    <Section
      id={operationId}
      title={`POST ${path}`}
      lead={
        <>
          {summary}. <Words>{description}</Words>
        </>
      }
    >
      <Part
        title="Request"
        example={<Example content={request} label={`Example of a request to ${operationId}`} />}
      >
        <Shapes content={request} mark="required" />
        {parameters.map(({ name, description }) => (
          <Text key={name} size="sm">
            Header <code>{name}</code>, optional. <Words>{description}</Words>
          </Text>
        ))}
      </Part>
      {result && (
        <Part
          title="Answer, status 200"
          example={<Example content={result} label={`Examples of answers of ${operationId}`} />}
        >
          <Shapes content={result} mark="optional" />
        </Part>
      )}
      <Part title="Refusals" example={<RefusedList refused={refused} of={operationId} />} />
    </Section>
  );
}

/** Fields, with an example beside them on a wide page. */
function Part({ title, example, children }: PartProps) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Grid gap="lg">
        {children && (
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <Stack gap="md">{children}</Stack>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, lg: children ? 5 : 12 }}>{example}</Grid.Col>
      </Grid>
    </Stack>
  );
}

interface PartProps {
  title: string;
  example: ReactNode;
  children?: ReactNode;
}

function Shapes({ content, mark }: { content: Content; mark: 'required' | 'optional' }) {
  return shapesOf(apiDocument, content).map((shape) => (
    <Stack key={shape.name} gap={6}>
      <Text size="sm">
        <strong>{shape.name}</strong>: <Words>{shape.description}</Words>
      </Text>
      <FieldList shape={shape} mark={mark} />
    </Stack>
  ));
}

function Example({ content, label }: { content: Content; label: string }) {
  const examples = Object.values(content['application/json'].examples);
  const text = examples.map(({ value }) => JSON.stringify(value, null, 2)).join('\n\n');
  return <CodeBlock text={text} label={label} />;
}

/** The fields of a shape, each with its type and meaning. `mark`: which fields get a badge. */
function FieldList({ shape, mark }: { shape: Shape; mark: 'required' | 'optional' }) {
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

/** Refusals: each status with all its bodies. */
export function RefusedList({ refused, of }: { refused: readonly RefusedAnswer[]; of: string }) {
  return (
    <Paper withBorder component="ul" className="bare-list rows" aria-label={`Refusals of ${of}`}>
      {refused.map(({ status, description, hasRetryAfter, sentences }) => (
        <li key={status}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color="red" className="status">
              {status}
            </Badge>
            <Text size="sm">
              <Words>{description}</Words> {hasRetryAfter && 'With Retry-After.'}
            </Text>
          </Group>
          <Code block className="answer">
            {sentences.join('\n')}
          </Code>
        </li>
      ))}
    </Paper>
  );
}

/** A sentence of the document, with its `words in backticks` as code. */
function Words({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes, and two parts may be the same
    at % 2 === 0 ? part : <Code key={at}>{part}</Code>,
  );
}
