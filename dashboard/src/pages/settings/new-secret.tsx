import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Copy } from '../../parts/copy.tsx';

export interface NewSecretProps {
  name: string;
  secret: string;
  /** How often somebody tried to leave without saying that it is stored. */
  attempts: number;
  onInsist: () => void;
  onStored: () => void;
}

/** The secret, this once. */
export function NewSecret({ name, secret, attempts, onInsist, onStored }: NewSecretProps) {
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
        This is the key <strong>{name}</strong>. It is shown only now: nobody can read it again
        later, since only its hash is kept.
      </Text>
      <Group gap="sm" wrap="nowrap" align="stretch">
        <Code className="secret">{secret}</Code>
        <Copy text={secret} size="md" h="auto" />
      </Group>
      <Checkbox
        ref={box}
        label="I have stored it where my code reads its secrets"
        checked={isStored}
        onChange={({ currentTarget: { checked } }) => setStored(checked)}
        error={
          attempts > 0 &&
          !isStored &&
          'Store the key first, then say so here: it cannot be shown again.'
        }
      />
      <Group justify="flex-end">
        <Button onClick={done}>Done</Button>
      </Group>
    </Stack>
  );
}
