import { Grid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Section } from '../../parts/section.tsx';
import { apiDocument, type Content, type Operation } from './document.ts';
import { FieldList } from './field-list.tsx';
import { RefusedList } from './refused-list.tsx';
import { type RefusedAnswer, shapesOf } from './shapes.ts';
import { Words } from './words.tsx';

export interface OperationSectionProps {
  path: string;
  operation: Operation;
  /** What it alone refuses. */
  refused: readonly RefusedAnswer[];
}

/** One endpoint: what it takes, what comes back, what it refuses. */
export function OperationSection({ path, operation, refused }: OperationSectionProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const request = requestBody.content;
  const result = responses['200']?.content;
  return (
    <Section
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
      <Part title="Refused" example={<RefusedList refused={refused} of={operationId} />} />
    </Section>
  );
}

/** Fields, and what they look like beside them where there is room. */
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
