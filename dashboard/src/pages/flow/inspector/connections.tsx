import { ActionIcon, Group, Input, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { whyNotConnect } from '../model/connect-rules.ts';
import { type Draft, type DraftNode, isOutput, isSameEdge } from '../model/flow-draft.ts';
import type { FlowEdge } from '../model/flow-graph.ts';
import { useFlowEditor } from '../use-flow-editor.ts';

/** What a node leads to, and what comes before it. */
export function Connections({ node, draft }: { node: DraftNode; draft: Draft }) {
  const { titles, connect } = useFlowEditor();
  const into = draft.edges.filter(({ to }) => to === node.id);
  const out = draft.edges.filter(({ from }) => from === node.id);
  return (
    <Stack gap="sm">
      {isOutput(node) ? (
        <Text size="sm" c="dimmed">
          It ends the flow: nothing comes after it.
        </Text>
      ) : (
        <Select
          label="Connect to"
          description={out.length === 0 ? 'It leads nowhere yet.' : undefined}
          placeholder="Choose the next node"
          data={targets(draft, node.id, titles)}
          value={null}
          onChange={(to) => to !== null && connect({ from: node.id, to })}
          nothingFoundMessage="There is no other node"
          data-connect-to
        />
      )}
      <Edges label="Leads to" edges={out} other={({ to }) => to} />
      <Edges label="Comes after" edges={into} other={({ from }) => from} />
    </Stack>
  );
}

/** Those that cannot be chosen stay in the list, apart: choosing one says why. */
function targets(draft: Draft, from: string, titles: ReadonlyMap<string, string>) {
  const others = draft.nodes.filter(
    ({ id }) => id !== from && !draft.edges.some((edge) => isSameEdge(edge, { from, to: id })),
  );
  const option = ({ id }: DraftNode) => ({ value: id, label: titles.get(id) ?? id });
  const isFree = ({ id }: DraftNode) => whyNotConnect(draft, { from, to: id }) === null;
  const free = others.filter(isFree).map(option);
  const barred = others.filter((node) => !isFree(node)).map(option);
  return [
    ...free,
    ...(barred.length > 0 ? [{ group: 'Not possible: choose to learn why', items: barred }] : []),
  ];
}

interface EdgesProps {
  label: string;
  edges: readonly FlowEdge[];
  other: (edge: FlowEdge) => string;
}

function Edges({ label, edges, other }: EdgesProps) {
  const { titles, select, disconnect, focus } = useFlowEditor();
  if (edges.length === 0) return null;
  const go = (id: string) => {
    select({ node: id });
    focus({ on: 'inspector', id });
  };
  return (
    <div>
      <Input.Label component="div" mb={4}>
        {label}
      </Input.Label>
      <Stack gap={4}>
        {edges.map((edge) => (
          <Group key={other(edge)} justify="space-between" wrap="nowrap" gap="xs">
            <button type="button" className="flow-link" onClick={() => go(other(edge))}>
              {titles.get(other(edge))}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`Disconnect ${titles.get(edge.from)} from ${titles.get(edge.to)}`}
              onClick={() => disconnect(edge)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
