import './secret.css';
import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Copy } from '../copy.tsx';

interface NewSecretProps {
  /** What the secret is of. */
  children: ReactNode;
  secret: string;
  /** Where the user stores it: "where my code reads its secrets". */
  place: string;
  /** Why the user must confirm: "Store the key first, then tick this box. …" */
  reason: string;
  /** Further facts, below the secret. */
  more?: ReactNode;
  /** How often the user tried to leave without the confirmation. */
  attempts: number;
  onInsist: () => void;
  onStored: () => void;
}

/** Shows a secret once. */
export function NewSecret(props: NewSecretProps) {
  const { children, secret, place, reason, more, attempts, onInsist, onStored } = props;
  const [isStored, setStored] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => words.current?.focus(), []);
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);
  const done = () => {
    if (isStored) onStored();
    else onInsist();
  };
  return (
    <Stack>
      <Text ref={words} tabIndex={-1}>
        {children}
      </Text>
      <Group gap="sm" wrap="nowrap" align="stretch">
        <Code className="secret">{secret}</Code>
        <Copy text={secret} size="md" h="auto" />
      </Group>
      {more}
      <Checkbox
        ref={box}
        label={`I have stored it ${place}`}
        checked={isStored}
        onChange={({ currentTarget: { checked } }) => setStored(checked)}
        error={attempts > 0 && !isStored && reason}
      />
      <Group justify="flex-end">
        <Button onClick={done}>Done</Button>
      </Group>
    </Stack>
  );
}
