import {
  IconCornerDownLeft,
  IconListCheck,
  IconMailCheck,
  IconRegex,
  IconSend,
  IconTemplate,
  IconVariable,
} from '@tabler/icons-react';
import type { NodeKind } from './model/flow.ts';

const icons = {
  variables: IconVariable,
  required_fields: IconListCheck,
  email_domain: IconMailCheck,
  regex: IconRegex,
  template: IconTemplate,
  provider: IconSend,
  callback: IconCornerDownLeft,
} as const satisfies Record<NodeKind, unknown>;

/** The icon of a kind of node. */
export function NodeIcon({ kind, size = 18 }: { kind: NodeKind; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.7} aria-hidden />;
}
