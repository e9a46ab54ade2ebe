import { Box, Button, Group, Loader, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useFlowVerdict } from '../../api/flow.ts';
import { counted } from '../../parts/counted.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../parts/icons.tsx';
import { type Flow, storedFlow, whatRuns } from './model/flow.ts';
import { titlesOf } from './model/node-words.ts';
import { type PlacedProblem, placedProblems } from './model/problem-places.ts';
import { NodeLink } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

export interface Verdict {
  problems: readonly PlacedProblem[];
  state: 'checking' | 'checked' | 'failed';
  retry: () => void;
}

/** The pause after a change before the service checks the flow, in milliseconds. */
const restMs = 400;

/** The problems that the service finds in the flow. */
export function useVerdict(flow: Flow): Verdict {
  const [resting] = useDebouncedValue(flow, restMs);
  const query = useFlowVerdict(storedFlow(resting));
  const titles = titlesOf(flow);
  // The pointers of a verdict refer to the flow that was checked, not to the current one.
  const { flow: checked = flow, problems = [] } = query.data ?? {};
  const placed = placedProblems(problems, checked, titles);
  const isOfThis = !query.isPlaceholderData && whatRuns(resting) === whatRuns(flow);
  return {
    problems: placed.filter(({ node }) => node === null || titles.has(node)),
    state: query.isError ? 'failed' : isOfThis && query.isSuccess ? 'checked' : 'checking',
    retry: () => void query.refetch(),
  };
}

/**
 * The problems that keep the flow from being saved. A click opens the node. The strip shows one problem, so
 * that the page does not move while the author draws. A button shows the others.
 */
export function ProblemsStrip({ problems, state, retry }: Verdict) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const listId = useId();
  const [first, ...others] = problems;
  const shown = isOpen ? problems : problems.slice(0, 1);
  return (
    <Group gap="sm" align="flex-start" className="flow-problems" data-bad={first !== undefined}>
      <Group gap={6} role="status" flex="none" mih="1.625rem">
        <Summary count={problems.length} state={state} />
      </Group>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {first && (
        <Box
          component="ul"
          className="bare-list flow-problem-list"
          aria-label="Problems of the flow"
          id={listId}
          flex="1 1 12.5rem"
          miw={0}
          mah="10rem"
        >
          {shown.map((problem) => (
            <li key={`${problem.node} ${problem.field} ${problem.text}`}>
              <Problem problem={problem} />
            </li>
          ))}
        </Box>
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

function Summary({ count, state }: { count: number; state: Verdict['state'] }) {
  if (state === 'failed') return <Text size="sm">The flow could not be checked.</Text>;
  if (count > 0)
    return (
      <>
        <IconAlertTriangle size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {counted(count, 'problem')}
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
  const { titles, open } = useFlow();
  if (node === null) return <Text size="sm">{text}</Text>;
  const title = `“${titles.get(node)}”`;
  return (
    <NodeLink onClick={() => open(node)}>
      {text.includes(title) ? text : `${title}: ${text}`}
    </NodeLink>
  );
}
