import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
} from '@xyflow/react';
import type { FlowEdge } from '../../../../../shared/engine/flow/graph.ts';
import { AddMenu } from '../add-menu.tsx';
import { useFlow } from '../use-flow.ts';

export type StepEdge = Edge<{ edge: FlowEdge }, 'step'>;

/** An edge, with a button in its middle that inserts a node. */
export function StepEdgeView(props: EdgeProps<StepEdge>) {
  const { titles } = useFlow();
  const [path, x, y] = getBezierPath(props);
  const edge = { from: props.source, to: props.target };
  return (
    <>
      <BaseEdge
        path={path}
        // Wider than the button: a short edge can be clicked beside it.
        interactionWidth={48}
        {...(props.markerEnd && { markerEnd: props.markerEnd })}
      />
      <EdgeLabelRenderer>
        <div
          className="flow-insert nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          <AddMenu edge={edge}>
            <ActionIcon
              variant="default"
              radius="xl"
              size={24}
              aria-label={`Add a node between ${titles.get(edge.from)} and ${titles.get(edge.to)}`}
            >
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </AddMenu>
        </div>
      </EdgeLabelRenderer>
    </>
  );
}
