import { Badge, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RunMark } from './model/run.ts';
import type { FlowContext } from './use-flow.ts';

const colors = { good: 'teal', bad: 'red', unreached: 'gray' } as const;

/** What a test run made of a node. */
export function MarkBadge({ mark }: { mark: RunMark }) {
  return (
    <Badge
      flex="none"
      size="sm"
      color={colors[mark.tone]}
      variant={mark.tone === 'unreached' ? 'default' : 'light'}
    >
      {markWords(mark)}
    </Badge>
  );
}

/** How many problems a node has. */
export function ProblemCount({ count }: { count: number }) {
  return (
    <Badge
      flex="none"
      size="sm"
      color="red"
      leftSection={<IconAlertTriangle size={12} aria-hidden />}
    >
      {problemWords(count)}
    </Badge>
  );
}

/** Why a test run failed, at its node. */
export function FailureText({ text }: { text: string }) {
  return (
    <Text size="xs" c="red" lineClamp={1} title={text}>
      {text}
    </Text>
  );
}

export function markWords({ words, ms }: RunMark): string {
  return ms === null ? words : `${words} · ${ms} ms`;
}

export function problemWords(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

/** What a screen reader says about a node after its title and summary. */
export function stateWords({ problems, marks, failure }: FlowContext, id: string): string {
  const count = problems.filter(({ node }) => node === id).length;
  const mark = marks.get(id);
  const words = [
    count > 0 ? problemWords(count) : null,
    mark ? markWords(mark) : null,
    failure?.node === id ? failure.text : null,
  ];
  return words.filter((each) => each !== null).join('. ');
}
