import { Group, Input, Select, Stack, Text } from '@mantine/core';
import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconX } from '../../../parts/icons.tsx';
import { whyNotConnect } from '../model/connect-rules.ts';
import { type Flow, isOutput, isSameEdge } from '../model/flow.ts';
import { connect, disconnect } from '../model/flow-changes.ts';
import { NodeLink } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';

/** The nodes before and after a node, and a field to connect another. */
export function Connections({ node }: { node: FlowNode }) {
  const { flow, titles, apply } = useFlow();
  const into = flow.edges.filter(({ to }) => to === node.id);
  const out = flow.edges.filter(({ from }) => from === node.id);
  return (
    <Stack gap="sm">
      {isOutput(node) ? (
        <Text size="sm" c="dimmed">
          This node ends the flow.
        </Text>
      ) : (
        <Select
          label="Connect to"
          description={out.length === 0 ? 'This node leads nowhere yet.' : undefined}
          placeholder="Choose the next node"
          data={targets(flow, node.id, titles)}
          value={null}
          onChange={(to) => to !== null && apply(connect(flow, { from: node.id, to }))}
          nothingFoundMessage="There is no other node"
          data-connect-to
        />
      )}
      <Edges label="Leads to" edges={out} other={({ to }) => to} />
      <Edges label="Comes after" edges={into} other={({ from }) => from} />
    </Stack>
  );
}

/** Nodes that cannot be connected are in a separate group: choosing one shows why. */
function targets(flow: Flow, from: string, titles: ReadonlyMap<string, string>) {
  const others = flow.nodes.filter(
    ({ id }) => id !== from && !flow.edges.some((edge) => isSameEdge(edge, { from, to: id })),
  );
  const option = ({ id }: FlowNode) => ({ value: id, label: titles.get(id) ?? id });
  const isFree = ({ id }: FlowNode) => whyNotConnect(flow, { from, to: id }) === null;
  const free = others.filter(isFree).map(option);
  const barred = others.filter((node) => !isFree(node)).map(option);
  return [
    ...free,
    ...(barred.length > 0 ? [{ group: 'Not possible: choose one to see why', items: barred }] : []),
  ];
}

interface EdgesProps {
  label: string;
  edges: readonly FlowEdge[];
  other: (edge: FlowEdge) => string;
}

function Edges({ label, edges, other }: EdgesProps) {
  const { flow, titles, open, apply } = useFlow();
  if (edges.length === 0) return null;
  return (
    <div>
      <Input.Label component="div" mb={4}>
        {label}
      </Input.Label>
      <Stack gap={4}>
        {edges.map((edge) => (
          <Group key={other(edge)} justify="space-between" wrap="nowrap" gap="xs">
            <NodeLink onClick={() => open(other(edge))}>{titles.get(other(edge))}</NodeLink>
            <IconButton
              icon={IconX}
              iconSize={14}
              size={28}
              label={`Disconnect ${titles.get(edge.from)} from ${titles.get(edge.to)}`}
              onClick={() => apply(disconnect(flow, edge))}
            />
          </Group>
        ))}
      </Stack>
    </div>
  );
}
