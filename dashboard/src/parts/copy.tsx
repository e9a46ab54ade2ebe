import './copy.css';
import {
  ActionIcon,
  type ButtonProps,
  Code,
  Group,
  Stack,
  Text,
  type TooltipProps,
} from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { IconAlertTriangle, IconCheck, IconCopy } from './icons.tsx';
import { laterAlone } from './later.tsx';
import { Quiet, SmallButton } from './looks.tsx';

/** Loaded when it is first shown. */
export const Tooltip = laterAlone<TooltipProps>(
  async () => ({ default: (await import('./popups.ts')).Tooltip }),
  null,
);

export function Copy(of: { text: string; label?: string } & ButtonProps) {
  const { text, label = 'Copy', ...props } = of;
  const { icon: Icon, word, copy } = useCopying(text, label);
  return (
    <SmallButton icon={Icon} onClick={copy} {...props}>
      <span aria-live="polite">{word}</span>
    </SmallButton>
  );
}

export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { icon: Icon, word, copy } = useCopying(text, label);
  const button = useRef<HTMLButtonElement>(null);
  const [isNear, setNear] = useState(false);
  const leave = () => setNear(false);
  const near = {
    onPointerEnter: () => setNear(true),
    onPointerLeave: leave,
    onFocus: ({ currentTarget }: FocusEvent) => setNear(currentTarget.matches(':focus-visible')),
    onBlur: leave,
    onKeyDown: ({ key }: { key: string }) => key === 'Escape' && leave(),
  };
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size="sm"
        onClick={copy}
        aria-label={word}
        {...near}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
      {(isNear || word !== label) && (
        <Tooltip opened target={button} label={<span aria-live="polite">{word}</span>} />
      )}
    </>
  );
}

function useCopying(text: string, label: string) {
  const { copied, copy, error } = useClipboard({ timeout: 2000 });
  const again = { copy: () => copy(text) };
  if (error) return { icon: IconAlertTriangle, word: 'Not copied: select the text', ...again };
  return { icon: copied ? IconCheck : IconCopy, word: copied ? 'Copied' : label, ...again };
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-block">
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <Copy text={text} className="code-copy" />
    </div>
  );
}

/** Leaves out names that have no value. */
export function Facts({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return (
    <Stack component="dl" gap="sm" m={0} className="facts">
      {Object.entries(of).map(
        ([name, value]) =>
          value != null &&
          value !== '' && (
            <div key={name}>
              <Quiet component="dt">{name}</Quiet>
              <Text component="dd" m={0} size="sm">
                {value}
              </Text>
            </div>
          ),
      )}
    </Stack>
  );
}

/** `what` names the text: "message id". */
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
