import { Menu, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { whyNotAdd } from './model/connect-rules.ts';
import { addNode } from './model/flow-changes.ts';
import { type AddableKind, addableKinds, kindWords } from './model/node-words.ts';
import { NodeIcon } from './node-state.tsx';
import { useFlow } from './use-flow.ts';

const isOutputKind = (kind: AddableKind) => kind === 'provider' || kind === 'callback';

const groups = [
  { label: 'Before the mail', kinds: addableKinds.filter((kind) => !isOutputKind(kind)) },
  { label: 'Output', kinds: addableKinds.filter(isOutputKind) },
] as const;

// A kind that cannot be added is not disabled, so that it says why, also to a screen reader.
export function AddMenu({ children }: { children: ReactNode }) {
  const { flow, hints, selected, apply } = useFlow();
  return (
    // The focus goes to the form of the new node, not back to the button.
    <Menu width={320} position="bottom-start" returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ label, kinds }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {kinds.map((kind) => {
              const reason = whyNotAdd(flow, kind);
              const { title, does } = kindWords[kind];
              return (
                <Menu.Item
                  key={kind}
                  leftSection={<NodeIcon kind={kind} />}
                  onClick={() => apply(addNode(flow, kind, hints, selected?.id ?? null))}
                >
                  <Text size="sm" fw={600} c={reason === null ? undefined : 'dimmed'}>
                    {title}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {reason ?? does}
                  </Text>
                </Menu.Item>
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
