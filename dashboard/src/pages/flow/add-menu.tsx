import { Menu, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { whyNotAdd, whyNotInsert } from './model/connect-rules.ts';
import type { FlowEdge } from './model/flow-graph.ts';
import { type AddableKind, addableKinds, kindWords } from './model/node-words.ts';
import { NodeIcon } from './node-icon.tsx';
import { useFlowEditor } from './use-flow-editor.ts';

const groups = [
  { label: 'Before the mail', kinds: addableKinds.slice(0, 4) },
  { label: 'Output', kinds: addableKinds.slice(4) },
] as const;

/**
 * What can be added: anywhere, or onto an edge. What cannot be says why, and can be chosen all the
 * same, so that the reason is heard as well.
 */
export function AddMenu({ edge, children }: { edge?: FlowEdge; children: ReactNode }) {
  const { draft, add, insert } = useFlowEditor();
  if (!draft) return null;
  const choose = (kind: AddableKind) => (edge ? insert(kind, edge) : add(kind));
  const reasonOf = (kind: AddableKind) => (edge ? whyNotInsert : whyNotAdd)(draft, kind);
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
