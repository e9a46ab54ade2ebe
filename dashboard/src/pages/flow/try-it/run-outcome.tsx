import { Alert, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { titlesOf } from '../model/node-words.ts';
import { outcomeWords, stepWords } from '../model/run.ts';
import type { TryResult } from './use-try-run.ts';

/** The answer of a test run, and its steps. */
export function RunOutcome({ result: { answer, flow } }: { result: TryResult }) {
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
