import '../api/api.css';
import {
  Anchor,
  Badge,
  Code,
  Grid,
  Group,
  Paper,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { CodeBlock, Copyable, Facts } from '../../parts/copy.tsx';
import { IconDownload } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PlainButton, Quiet } from '../../parts/looks.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';
import {
  type Content,
  commonRefusals,
  type Operation,
  operations,
  ownRefusals,
  type Refusal,
  type Schema,
  shapesOf,
  typeInWords,
} from './reference.ts';
import { TryIt } from './try-it.tsx';

export function Component() {
  const account = useAccount();
  const [secret, onSecret] = useState('');
  return (
    <Page
      title="API reference"
      lead="One API key, JSON in and out. Each template’s API page has example requests."
      actions={
        <PlainButton component="a" href="/openapi.json" download="openapi.json" icon={IconDownload}>
          Download openapi.json
        </PlainButton>
      }
    >
      <Loaded
        query={account}
        what="The base address could not be loaded"
        wait={<Skeleton h="2.75rem" />}
      >
        {({ baseUrl }) => (
          <Facts of={{ 'Base address': <Copyable text={baseUrl} what="base address" /> }} />
        )}
      </Loaded>
      <div className="beside" data-narrow>
        <Stack gap="xl" miw={0}>
          {operations.map((operation) => (
            <OperationSection key={operation.path} {...operation} {...{ secret, onSecret }} />
          ))}
          <Section
            id="errors"
            title="Errors of all endpoints"
            lead="The service checks the route first, then the key, the rate and the body."
          >
            <ErrorTable refusals={commonRefusals} of="all endpoints" />
          </Section>
        </Stack>
        <Stack component="aside" gap="2xs" aria-label="Contents">
          <nav aria-label="Endpoints">
            {contents.map(({ id, words }) => (
              <Anchor key={id} href={`#${id}`} size="sm" display="block" py={4} ff="monospace">
                {words}
              </Anchor>
            ))}
          </nav>
        </Stack>
      </div>
    </Page>
  );
}

const contents = [
  ...operations.map(({ path, operationId }) => ({ id: operationId, words: path })),
  { id: 'errors', words: 'Errors' },
];

const tried = ['render', 'verify'] as const;

interface OperationProps extends Operation {
  path: string;
  secret: string;
  onSecret: (secret: string) => void;
}

function OperationSection({ path, secret, onSecret, ...operation }: OperationProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const triedName = tried.find((name) => name === operationId);
  const lead = (
    <>
      {summary}. <Words>{description}</Words>
    </>
  );
  return (
    <Section id={operationId} title={`POST ${path}`} lead={lead}>
      <Body
        title="Request"
        content={requestBody.content}
        label={`Example of a request to ${operationId}`}
        mark="required"
      >
        {parameters.map(({ name, description }) => (
          <Text key={name} size="sm">
            Header <code>{name}</code>, optional. <Words>{description}</Words>
          </Text>
        ))}
      </Body>
      {responses['200'] && (
        <Body
          title="Answer, status 200"
          content={responses['200'].content}
          label={`Examples of answers of ${operationId}`}
          mark="optional"
        />
      )}
      <Title order={3} size="h5">
        Errors
      </Title>
      <ErrorTable refusals={ownRefusals(operation)} of={operationId} />
      {triedName && (
        <>
          <Title order={3} size="h5">
            Try it
          </Title>
          <TryIt
            operation={triedName}
            example={Object.values(requestBody.content['application/json'].examples)[0]?.value}
            {...{ secret, onSecret }}
          />
        </>
      )}
    </Section>
  );
}

interface BodyProps {
  title: string;
  content: Content;
  label: string;
  mark: 'required' | 'optional';
  children?: ReactNode;
}

function Body({ title, content, label, mark, children }: BodyProps) {
  const examples = Object.values(content['application/json'].examples);
  const text = examples.map(({ value }) => JSON.stringify(value, null, 2)).join('\n\n');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            {shapesOf(content).map(({ name, schema }) => (
              <Fields key={name} {...{ name, schema, mark }} />
            ))}
            {children}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <CodeBlock text={text} label={label} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

type FieldsProps = { name: string; schema: Schema } & Pick<BodyProps, 'mark'>;

function Fields({ name, schema, mark }: FieldsProps) {
  const { description = '', properties = {}, required = [] } = schema;
  return (
    <Stack gap={6}>
      <Text size="sm">
        <strong>{name}</strong>: <Words>{description}</Words>
      </Text>
      <Paper withBorder component="ul" className="bare-list rows" aria-label={`Fields of ${name}`}>
        {Object.entries(properties).map(([field, property]) => (
          <li key={field}>
            <Group gap="xs">
              <Code fw={600} className="wrapped">
                {field}
              </Code>
              <Quiet className="wrapped">{typeInWords(property)}</Quiet>
              {required.includes(field) === (mark === 'required') && (
                <Badge size="sm">{mark}</Badge>
              )}
            </Group>
            <Text size="sm" mt={4}>
              <Words>{property.description ?? ''}</Words>
            </Text>
          </li>
        ))}
      </Paper>
    </Stack>
  );
}

const head = ['Status', 'Meaning', 'Body'];
const top = { td: { verticalAlign: 'top' } };

function ErrorTable({ refusals, of }: { refusals: readonly Refusal[]; of: string }) {
  const byStatus = Object.groupBy(refusals, ({ status }) => status);
  const body = Object.entries(byStatus).map(([status, bodies = []]) => [
    <strong key="status">{status}</strong>,
    <Fragment key="meaning">
      <Words>{bodies[0]?.description ?? ''}</Words>{' '}
      {bodies[0]?.hasRetryAfter && 'With Retry-After.'}
    </Fragment>,
    bodies.map(({ body }) => (
      <Code key={body} display="block" mb={4} w="fit-content" className="wrapped">
        {body}
      </Code>
    )),
  ]);
  return (
    <Table aria-label={`Errors of ${of}`} verticalSpacing="xs" styles={top} data={{ head, body }} />
  );
}

/** Shows `words in backticks` as code. */
function Words({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes, and two parts may be the same
    at % 2 === 0 ? part : <Code key={at}>{part}</Code>,
  );
}
