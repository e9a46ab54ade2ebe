import { Button, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { PlacedProblem } from './model/problem-places.ts';
import { problemWords } from './node-state.tsx';
import { useFlowEditor } from './use-flow-editor.ts';

export interface ProblemsStripProps {
  problems: readonly PlacedProblem[];
  state: 'checking' | 'checked' | 'failed';
  retry: () => void;
}

/**
 * What keeps the flow from being saved; each leads to its node. One line, so that nothing moves while
 * somebody draws; the rest of it when asked for.
 */
export function ProblemsStrip({ problems, state, retry }: ProblemsStripProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const listId = useId();
  const [first, ...others] = problems;
  const shown = isOpen ? problems : problems.slice(0, 1);
  return (
    <Group gap="sm" align="flex-start" className="flow-problems" data-bad={first !== undefined}>
      <Group gap={6} role="status" className="flow-verdict">
        <Verdict count={problems.length} state={state} />
      </Group>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {first && (
        <ul className="flow-problem-list" aria-label="Problems of the flow" id={listId}>
          {shown.map((problem) => (
            <li key={`${problem.node} ${problem.field} ${problem.text}`}>
              <Problem problem={problem} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={toggle}
        >
          {isOpen ? 'Show one' : 'Show all'}
        </Button>
      )}
    </Group>
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
