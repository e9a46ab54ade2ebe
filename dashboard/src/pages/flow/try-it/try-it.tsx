import {
  Alert,
  Button,
  Group,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { type DeliveryField, deliveryFields } from '../../../../../shared/engine/flow/delivery.ts';
import { errorAt } from '../../../api/problem.ts';
import { CodeBlock } from '../../../parts/copy.tsx';
import { exactText } from '../../../parts/exact-text.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { titlesOf } from '../model/node-words.ts';
import { outcomeWords, stepWords } from '../model/run.ts';
import type { TryResult, TryRun } from './use-try-run.ts';

const descriptions: Partial<Record<DeliveryField, string>> = {
  _subject: 'Replaces the template’s subject.',
  _cc: 'Addresses, separated by commas.',
};

/** A test run of the draft: everything that execute does, except to send. */
export function TryIt({ run }: { run: TryRun }) {
  const { data, writeData, dataError, start, isPending, error, result } = run;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start();
  };
  return (
    <Stack gap="md">
      <Title order={2} size="h5" ref={title} tabIndex={-1}>
        Try it
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Field field="_to" run={run} />
          <Textarea
            label="Variables"
            description="A JSON object, at first the template’s test data."
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={data}
            onChange={(event) => writeData(event.currentTarget.value)}
            error={dataError ?? errorAt(error, '/data')}
          />
          <details>
            <summary className="flow-summary">More delivery fields</summary>
            <Stack gap="sm" pt="sm">
              {deliveryFields.slice(1).map((field) => (
                <Field key={field} field={field} run={run} />
              ))}
            </Stack>
          </details>
          <Group>
            <Button
              type="submit"
              loading={isPending}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
            >
              Run
            </Button>
          </Group>
        </Stack>
      </form>
      {error !== null && (
        <ProblemAlert
          error={error}
          what="The flow did not run"
          retry={start}
          shownElsewhere={['/data', '/delivery']}
        />
      )}
      <div aria-live="polite" ref={outcome}>
        {result && <RunOutcome result={result} />}
      </div>
    </Stack>
  );
}

interface FieldProps {
  field: DeliveryField;
  run: TryRun;
}

function Field({ field, run: { delivery, writeDelivery, error } }: FieldProps) {
  return (
    <TextInput
      {...exactText}
      label={field}
      description={descriptions[field]}
      spellCheck={field === '_subject'}
      value={delivery[field] ?? ''}
      onChange={(event) => writeDelivery(field, event.currentTarget.value)}
      error={errorAt(error, `/delivery/${field}`)}
    />
  );
}

/** The answer of a test run, and its steps. */
function RunOutcome({ result: { answer, flow } }: { result: TryResult }) {
  const { isGood, title, text } = outcomeWords(answer, flow);
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack gap="sm">
      <Alert color={isGood ? 'teal' : 'red'} icon={<Icon aria-hidden />} title={title}>
        {text}
      </Alert>
      <Trace answer={answer} flow={flow} />
      <Title order={3} size="h6">
        What execute answers
      </Title>
      <div className="flow-answer">
        <CodeBlock text={JSON.stringify(answer.outcome, null, 2)} label="Answer of execute" />
      </div>
    </Stack>
  );
}

function Trace({ answer: { trace }, flow }: TryResult) {
  const titles = titlesOf(flow);
  if (trace.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        Steps
      </Title>
      <Table verticalSpacing={4} horizontalSpacing={6} fz="sm">
        <Table.Tbody>
          {trace.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            <Table.Tr key={index}>
              <Table.Td className="flow-wrap">
                {step.type === 'delivery'
                  ? 'Delivery fields'
                  : (step.node !== null && titles.get(step.node)) || 'Template'}
              </Table.Td>
              <Table.Td>{stepWords(step)}</Table.Td>
              <Table.Td ta="right">
                <Text size="xs" c="dimmed" component="span">
                  {step.ms} ms
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
