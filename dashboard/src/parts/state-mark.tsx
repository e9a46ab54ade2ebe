import './data-table.css';
import { Badge } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { IconX } from './icons.tsx';

const looks = {
  good: { dot: 'var(--good)' },
  info: { dot: 'var(--mantine-primary-color-filled)' },
  quiet: { dot: 'var(--meter)' },
  warning: { badge: 'yellow' },
  bad: { badge: 'red' },
  refused: { badge: 'orange' },
} as const satisfies Record<string, { dot: string } | { badge: string }>;

export type Tone = keyof typeof looks;

interface StateMarkProps {
  tone: Tone;
  children: string;
  /** Only trouble shows it. */
  icon?: typeof IconX | undefined;
}

/** The state of a list's row. Trouble is a badge; a usual state is words with a dot, so that trouble stands out. */
export function StateMark({ tone, children, icon: Icon }: StateMarkProps) {
  const look = looks[tone];
  if ('badge' in look) {
    const mark = Icon && <Icon size={14} stroke={2} aria-hidden />;
    return (
      <Badge color={look.badge} size="lg" flex="none" leftSection={mark}>
        {children}
      </Badge>
    );
  }
  return (
    <span className="state-mark" style={{ '--tone': look.dot } as CSSProperties}>
      {children}
    </span>
  );
}
