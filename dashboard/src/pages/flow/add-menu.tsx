import { Menu, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { FlowEdge } from '../../../../shared/engine/flow/graph.ts';
import { whyNotAdd, whyNotInsert } from './model/connect-rules.ts';
import { addNode, insertNode } from './model/flow-changes.ts';
import { type AddableKind, addableKinds, kindWords } from './model/node-words.ts';
import { NodeIcon } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

const isOutputKind = (kind: AddableKind) => kind === 'provider' || kind === 'callback';

const groups = [
  { label: 'Before the mail', kinds: addableKinds.filter((kind) => !isOutputKind(kind)) },
  { label: 'Output', kinds: addableKinds.filter(isOutputKind) },
] as const;

/**
 * The kinds of nodes that the author can add to the flow, or insert into an edge. A kind that cannot be
 * added says why. It can still be chosen, so that a screen reader announces the reason.
 */
export function AddMenu({ edge, children }: { edge?: FlowEdge; children: ReactNode }) {
  const { flow, hints, selection, apply } = useFlow();
  const selected = selection !== null && 'node' in selection ? selection.node : null;
  const choose = (kind: AddableKind) =>
    apply(edge ? insertNode(flow, kind, edge, hints) : addNode(flow, kind, hints, selected));
  const reasonOf = (kind: AddableKind) => (edge ? whyNotInsert : whyNotAdd)(flow, kind);
  return (
    // The focus goes to the form of the new node, not back to the button.
    <Menu
      width={320}
      position="bottom-start"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ label, kinds }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {kinds.map((kind) => (
              <AddItem
                key={kind}
                kind={kind}
                reason={reasonOf(kind)}
                onChoose={() => choose(kind)}
              />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddItemProps {
  kind: AddableKind;
  reason: string | null;
  onChoose: () => void;
}

function AddItem({ kind, reason, onChoose }: AddItemProps) {
  const { title, does } = kindWords[kind];
  return (
    <Menu.Item leftSection={<NodeIcon kind={kind} />} onClick={onChoose}>
      <Text size="sm" fw={600} {...(reason !== null && { c: 'dimmed' })}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {reason ?? does}
      </Text>
    </Menu.Item>
  );
}
