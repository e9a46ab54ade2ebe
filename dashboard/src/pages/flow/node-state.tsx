import { Anchor, Badge, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { counted } from '../../parts/counted.ts';
import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconCornerDownLeft,
  IconListCheck,
  IconMailCheck,
  IconRegex,
  IconSend,
  IconTemplate,
  IconVariable,
} from '../../parts/icons.tsx';
import type { NodeKind } from './model/flow.ts';
import type { RunMark } from './model/run.ts';
import { type FlowContext, stateAt } from './use-flow.ts';

const colors = { good: 'teal', bad: 'red', unreached: 'gray' } as const;

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

export function ProblemCount({ count }: { count: number }) {
  return (
    <Badge
      flex="none"
      size="sm"
      color="red"
      leftSection={<IconAlertTriangle size={12} aria-hidden />}
    >
      {counted(count, 'problem')}
    </Badge>
  );
}

export function UnverifiedBadge({ why }: { why: string }) {
  return (
    <Badge
      flex="none"
      size="sm"
      color="yellow"
      title={why}
      leftSection={<IconAlertTriangle size={12} aria-hidden />}
    >
      Unverified
    </Badge>
  );
}

/** In a node of the canvas: the pointer opens the link, and does not drag the node. */
export function RefusedLink({ count, path }: { count: number; path: string }) {
  return (
    <Tooltip label="Refused in the last 7 days. Show these requests">
      <Badge
        component={Link}
        to={path}
        flex="none"
        size="sm"
        color="gray"
        variant="light"
        className="nodrag nopan"
        style={{ cursor: 'pointer' }}
        aria-label={`${count.toLocaleString('en')} refused: show the requests of the last 7 days`}
      >
        {count.toLocaleString('en')} refused
      </Badge>
    </Tooltip>
  );
}

const refusedWords = (count: number) => `${counted(count, 'request')} refused in the last 7 days`;

export function FailureText({ text }: { text: string }) {
  return (
    <Text size="xs" c="red" lineClamp={1} title={text}>
      {text}
    </Text>
  );
}

function markWords({ words, ms }: RunMark): string {
  return ms === null ? words : `${words} · ${ms} ms`;
}

/** What screen readers say after a node's title and summary. */
export function stateWords(flow: FlowContext, id: string): string {
  const { count, mark, failed, refused, unverified } = stateAt(flow, id);
  const words = [
    count > 0 && counted(count, 'problem'),
    mark && markWords(mark),
    failed,
    unverified,
    refused && refusedWords(refused.count),
  ];
  return words.filter(Boolean).join('. ');
}

export function NodeLink(props: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      px="2xs"
      py="3xs"
      miw={0}
      bdrs="sm"
      ta="start"
      underline="always"
      className="flow-wrap"
      {...props}
    />
  );
}

const icons = {
  variables: IconVariable,
  required_fields: IconListCheck,
  email_domain: IconMailCheck,
  regex: IconRegex,
  branch: IconArrowsSplit2,
  template: IconTemplate,
  provider: IconSend,
  callback: IconCornerDownLeft,
} as const satisfies Record<NodeKind, unknown>;

export function NodeIcon({ kind }: { kind: NodeKind }) {
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.7} aria-hidden />;
}
