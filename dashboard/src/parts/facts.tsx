import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyIcon } from './copy.tsx';

/** What is known of one thing: names and their values, below each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm">
        {children}
      </Text>
    </div>
  );
}

/** An id or an address, as it is, to be copied. `what` names it: "message id". */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap" align="center">
      <Text ff="monospace" size="sm" className="copyable">
        {text}
      </Text>
      <CopyIcon text={text} label={`Copy the ${what}`} />
    </Group>
  );
}
