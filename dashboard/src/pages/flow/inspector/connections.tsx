import { Group, Input, Select, Stack, Text } from '@mantine/core';
import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconX } from '../../../parts/icons.tsx';
import { isOutput } from '../model/flow.ts';
import { connect, disconnect } from '../model/flow-changes.ts';
import { NodeLink } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';

/** The nodes before and after a node, and a field to connect another. A choice that is not possible says why. */
export function Connections({ node }: { node: FlowNode }) {
  const { flow, titles, apply } = useFlow();
  const into = flow.edges.filter(({ to }) => to === node.id);
  const out = flow.edges.filter(({ from }) => from === node.id);
  const others = flow.nodes.filter(({ id }) => id !== node.id && out.every(({ to }) => to !== id));
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
          data={others.map(({ id }) => ({ value: id, label: titles.get(id) ?? id }))}
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
