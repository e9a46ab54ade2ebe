import './settings.css';
import { Button, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { Copy } from '../../parts/copy.tsx';
import { NewKeyForm } from './new-key-form.tsx';

/**
 * Creates a key, and shows its secret once. Meanwhile Escape, a click beside the dialog, a link or the browser's
 * buttons do not close the dialog, but ask the user to confirm that the key is stored. The secret is only in
 * this component's state.
 */
export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const create = useCreateApiKey(setSecret);
  const insist = useCallback(() => setAttempts((before) => before + 1), []);
  const forget = useCallback(() => {
    setSecret(null);
    setAttempts(0);
  }, []);
  const hasSecret = secret !== null;
  useHold(hasSecret || create.isPending, { insist, forget });

  const close = () => {
    forget();
    create.reset();
    onClose();
  };
  const tryToClose = () => {
    if (hasSecret) insist();
    else if (!create.isPending) close();
  };
  return (
    <Modal
      opened={opened}
      onClose={tryToClose}
      title={hasSecret ? 'Store your new API key now' : 'Create API key'}
      withCloseButton={!hasSecret}
      size="lg"
    >
      {hasSecret ? (
        <NewSecret
          name={create.variables?.name ?? ''}
          secret={secret}
          attempts={attempts}
          onInsist={insist}
          onStored={close}
        />
      ) : (
        <NewKeyForm
          onCreate={create.mutate}
          isPending={create.isPending}
          error={create.error}
          onCancel={tryToClose}
        />
      )}
    </Modal>
  );
}

/** Keeps the page open while it shows the secret. If the user leaves anyway, the page forgets the secret. */
function useHold(isHeld: boolean, { insist, forget }: { insist: () => void; forget: () => void }) {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    insist();
  }, [blocker, insist]);
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // A browser may keep a page in memory to show it again: the secret must not be on it.
    const leave = () => flushSync(forget);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', leave);
    };
  }, [isHeld, forget]);
}

interface NewSecretProps {
  name: string;
  secret: string;
  /** How often the user tried to leave without the confirmation. */
  attempts: number;
  onInsist: () => void;
  onStored: () => void;
}

/** Shows the secret once. */
function NewSecret({ name, secret, attempts, onInsist, onStored }: NewSecretProps) {
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
        This is the key <strong>{name}</strong>. It is shown only this once, because postrider keeps
        only its hash.
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
          'Store the key first, then tick this box. The key cannot be shown again.'
        }
      />
      <Group justify="flex-end">
        <Button onClick={done}>Done</Button>
      </Group>
    </Stack>
  );
}
