import { Alert, Paper, Stack, Table, Tabs, Text } from '@mantine/core';
import type { FlowOutcome, TraceStep } from '../../../../../functions/manage/contracts/flow.ts';
import { CodeBlock } from '../../../parts/copy.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../parts/icons.tsx';
import { PreviewPane } from '../../../parts/preview/preview-pane.tsx';
import { titlesOf } from '../model/node-words.ts';
import { outcomeWords, stepWords } from '../model/run.ts';
import { useFlow } from '../use-flow.ts';
import type { TryResult } from './use-try-run.ts';

export function RunOutcome({ result: { answer, flow } }: { result: TryResult }) {
  const { nameOf } = useFlow();
  const { isGood, title, text } = outcomeWords(answer, flow, nameOf);
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  const mail = mailOf(answer);
  return (
    <Stack gap="sm">
      <Alert color={isGood ? 'teal' : 'red'} icon={<Icon aria-hidden />} title={title}>
        {text}
      </Alert>
      <Tabs defaultValue={mail ? 'mail' : 'steps'} keepMounted={false}>
        <Tabs.List>
          {mail && <Tabs.Tab value="mail">Mail</Tabs.Tab>}
          <Tabs.Tab value="steps">Steps</Tabs.Tab>
          <Tabs.Tab value="answer">Answer</Tabs.Tab>
        </Tabs.List>
        {mail && (
          <Tabs.Panel value="mail" pt="xs">
            <Paper withBorder radius="sm" display="flex" h="30rem" style={{ overflow: 'hidden' }}>
              <PreviewPane rendered={mail} />
            </Paper>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="steps" pt="xs">
          <Trace {...{ answer, flow }} />
        </Tabs.Panel>
        <Tabs.Panel value="answer" pt="xs" className="flow-answer">
          <CodeBlock text={JSON.stringify(answer.outcome, null, 2)} label="Answer of execute" />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** Null if the run ended before the mail. */
function mailOf({ outcome: { subject, html, text } }: FlowOutcome) {
  const isMail = [subject, html, text].every((part) => typeof part === 'string');
  return isMail ? { subject: String(subject), html: String(html), text: String(text) } : null;
}

function Trace({ answer: { trace }, flow }: TryResult) {
  const titles = titlesOf(flow);
  const titleOf = ({ node, type }: TraceStep) => {
    if (type === 'delivery') return 'Delivery fields';
    const title = titles.get(node ?? '') ?? 'Template';
    // A branch that is taken has a second step: it renders its template.
    const isBranch = trace.some((each) => each.type === 'branch' && each.node === node);
    return isBranch && type === 'template' ? `${title}: its template` : title;
  };
  if (trace.length === 0) return <Text size="sm">No step ran.</Text>;
  const body = trace.map((step) => [
    titleOf(step),
    stepWords(step),
    <Text key="ms" size="xs" c="dimmed" ta="end">
      {step.ms} ms
    </Text>,
  ]);
  return (
    <Table
      verticalSpacing={4}
      horizontalSpacing={6}
      fz="sm"
      className="flow-wrap"
      data={{ body }}
    />
  );
}
