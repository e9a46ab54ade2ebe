import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { PlacedProblem } from './model/problem-places.ts';
import { problemWords } from './node-state.tsx';
import { useFlowEditor } from './use-flow-editor.ts';

export interface ProblemsStripProps {
  problems: readonly PlacedProblem[];
  state: 'checking' | 'checked' | 'failed';
  retry: () => void;
}

/** What keeps the flow from being saved; each leads to its node. */
export function ProblemsStrip({ problems, state, retry }: ProblemsStripProps) {
  return (
    <Stack gap={4} className="flow-problems" data-bad={problems.length > 0}>
      <Group gap={6} role="status" mih={24}>
        <Verdict count={problems.length} state={state} />
      </Group>
      {state === 'failed' && (
        <Group>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      )}
      {problems.length > 0 && (
        <ul className="flow-problem-list" aria-label="Problems of the flow">
          {problems.map((problem) => (
            <li key={`${problem.node} ${problem.field} ${problem.text}`}>
              <Problem problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Verdict({ count, state }: { count: number; state: ProblemsStripProps['state'] }) {
  if (state === 'failed') return <Text size="sm">The flow could not be checked.</Text>;
  if (count > 0)
    return (
      <>
        <IconAlertTriangle size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {problemWords(count)}
        </Text>
        {state === 'checking' && <Loader size={12} />}
      </>
    );
  if (state === 'checking')
    return (
      <>
        <Loader size={14} />
        <Text size="sm" c="dimmed">
          Checking…
        </Text>
      </>
    );
  return (
    <>
      <IconCircleCheck size={16} aria-hidden />
      <Text size="sm">No problems found</Text>
    </>
  );
}

function Problem({ problem: { node, text } }: { problem: PlacedProblem }) {
  const { titles, select, focus } = useFlowEditor();
  if (node === null) return <Text size="sm">{text}</Text>;
  const title = `“${titles.get(node)}”`;
  const go = () => {
    select({ node });
    focus({ on: 'inspector', id: node });
  };
  return (
    <button type="button" className="flow-link" onClick={go}>
      {text.includes(title) ? text : `${title}: ${text}`}
    </button>
  );
}
