import { Box, Group, Popover, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useFlowVerdict } from '../../api/flow.ts';
import { counted } from '../../parts/counted.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../parts/icons.tsx';
import { TinyButton } from '../../parts/looks.tsx';
import { type Flow, storedFlow, whatRuns } from './model/flow.ts';
import { titlesOf } from './model/node-words.ts';
import { type PlacedProblem, placedProblems } from './model/problem-places.ts';
import { NodeLink } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

export type FlowVerdict = ReturnType<typeof useVerdict>;

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

/** One line: the number of problems and the first one. The others are in a list that opens. */
export function ProblemsStrip(verdict: FlowVerdict) {
  const { problems, isFailed, isChecking, retry } = verdict;
  const [first, ...others] = problems;
  const Icon = first ? IconAlertTriangle : IconCircleCheck;
  return (
    <Group gap="xs" wrap="nowrap" className="flow-problems" data-bad={first !== undefined}>
      <Group gap={6} role="status" flex="none">
        {!isFailed && (first || !isChecking) && <Icon size={16} aria-hidden />}
        <Text size="sm">{summaryOf(problems.length, verdict)}</Text>
      </Group>
      {isFailed && (
        <TinyButton flex="none" onClick={retry}>
          Try again
        </TinyButton>
      )}
      {first && (
        <Box miw={0} className="flow-first-problem">
          <Problem problem={first} />
        </Box>
      )}
      {others.length > 0 && (
        <Popover position="bottom-end" width={420} trapFocus>
          <Popover.Target>
            <TinyButton flex="none">{others.length} more</TinyButton>
          </Popover.Target>
          <Popover.Dropdown>
            <Box
              component="ul"
              className="bare-list"
              aria-label="Problems of the flow"
              mah="20rem"
              style={{ overflow: 'auto' }}
            >
              {problems.map((problem) => (
                <li key={`${problem.node} ${problem.field} ${problem.text}`}>
                  <Problem problem={problem} />
                </li>
              ))}
            </Box>
          </Popover.Dropdown>
        </Popover>
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
