import { Alert, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { titlesOf } from '../model/node-words.ts';
import { outcomeWords } from '../model/outcome-words.ts';
import { stepWords } from '../model/run-marks.ts';
import type { TryResult } from './use-try-run.ts';

/** The answer of a run, and the way that led to it. */
export function RunOutcome({ result: { answer, draft } }: { result: TryResult }) {
  const { isGood, title, text } = outcomeWords(answer, draft);
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack gap="sm">
      <Alert color={isGood ? 'teal' : 'red'} icon={<Icon aria-hidden />} title={title}>
        {text}
      </Alert>
      <Trace answer={answer} draft={draft} />
      <Title order={3} size="h6">
        What execute answers
      </Title>
      <div className="flow-answer">
        <CodeBlock text={JSON.stringify(answer.outcome, null, 2)} label="Answer of execute" />
      </div>
    </Stack>
  );
}

function Trace({ answer: { trace }, draft }: TryResult) {
  const titles = titlesOf(draft ?? { nodes: [], edges: [] });
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
