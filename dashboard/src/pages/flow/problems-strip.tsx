import { Box, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useFlowVerdict } from '../../api/flow.ts';
import { counted } from '../../parts/counted.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../parts/icons.tsx';
import { type Flow, storedFlow, whatRuns } from './model/flow.ts';
import { titlesOf } from './model/node-words.ts';
import { type PlacedProblem, placedProblems } from './model/problem-places.ts';
import { NodeLink } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

export type FlowVerdict = ReturnType<typeof useVerdict>;

/** In milliseconds. */
const restMs = 400;

export function useVerdict(flow: Flow) {
  const [resting] = useDebouncedValue(flow, restMs);
  const query = useFlowVerdict(storedFlow(resting));
  const titles = titlesOf(flow);
  // The pointers of a verdict refer to the checked flow, not to the current one.
  const { flow: checked = flow, problems = [] } = query.data ?? {};
  const placed = placedProblems(problems, checked, titles);
  const isOfThis = !query.isPlaceholderData && whatRuns(resting) === whatRuns(flow);
  return {
    problems: placed.filter(({ node }) => node === null || titles.has(node)),
    isFailed: query.isError,
    isChecking: !(isOfThis && query.isSuccess),
    retry: () => void query.refetch(),
  };
}

export function ProblemsStrip(verdict: FlowVerdict) {
  const { problems, isFailed, isChecking, retry } = verdict;
  const count = problems.length;
  const Icon = count > 0 ? IconAlertTriangle : IconCircleCheck;
  return (
    <Group gap="sm" align="flex-start" className="flow-problems" data-bad={problems.length > 0}>
      <Group gap={6} role="status" flex="none" mih="1.625rem">
        {!isFailed && (count > 0 || !isChecking) && <Icon size={16} aria-hidden />}
        <Text size="sm">{summaryOf(count, verdict)}</Text>
      </Group>
      {isFailed && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {problems.length > 0 && (
        <Box
          component="ul"
          className="bare-list"
          aria-label="Problems of the flow"
          flex="1 1 12.5rem"
          miw={0}
          mah="3.5rem"
          style={{ overflow: 'auto' }}
        >
          {problems.map((problem) => (
            <li key={`${problem.node} ${problem.field} ${problem.text}`}>
              <Problem problem={problem} />
            </li>
          ))}
        </Box>
      )}
    </Group>
  );
}

function summaryOf(count: number, { isFailed, isChecking }: FlowVerdict): string {
  if (isFailed) return 'The flow could not be checked.';
  if (count > 0) return counted(count, 'problem');
  return isChecking ? 'Checking…' : 'No problems found';
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
