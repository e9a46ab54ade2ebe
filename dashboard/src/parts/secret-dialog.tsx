import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import type { DialogRequest } from './confirm.tsx';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

/** A secret that the page shows once. It is only in the state of the component that calls this. */
export function useSecret() {
  const [secret, setSecret] = useState<string | null>(null);
  const forget = useCallback(() => setSecret(null), []);
  return { secret, setSecret, forget };
}

interface SecretDialogProps {
  opened: boolean;
  onClose: () => void;
  /** If it is null, the dialog shows `form`. */
  secret: string | null;
  forget: () => void;
  /** The request that may bring a secret. */
  request: Pick<DialogRequest, 'isPending' | 'reset'>;
  /** The titles: of the form, and of the secret. */
  title: string;
  secretTitle: string;
  /** Asks for what the secret is for. */
  form: (cancel: () => void) => ReactNode;
  /** Names what the secret belongs to. */
  children: ReactNode;
  /** Where the user stores it: "where my code reads its secrets". */
  place: string;
  /** Why the user must confirm: "Store the key first, then tick this box. …" */
  reason: string;
  /** Further facts, below the secret. */
  more?: ReactNode;
}

/**
 * Creates a secret, and shows it once. Meanwhile Escape, a click beside the dialog, a link or the browser's
 * buttons do not close the dialog, but ask the user to confirm that the secret is stored.
 */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, secret, forget: forgetSecret, request, title, secretTitle, form } = props;
  const [attempts, setAttempts] = useState(0);
  const insist = useCallback(() => setAttempts((before) => before + 1), []);
  const forget = useCallback(() => {
    forgetSecret();
    setAttempts(0);
  }, [forgetSecret]);
  const hasSecret = secret !== null;
  useHold(hasSecret || request.isPending, { insist, forget });

  const close = () => {
    forget();
    request.reset();
    props.onClose();
  };
  const tryToClose = () => {
    if (hasSecret) insist();
    else if (!request.isPending) close();
  };
  return (
    <Dialog
      opened={opened}
      onClose={tryToClose}
      title={hasSecret ? secretTitle : title}
      withCloseButton={!hasSecret}
      size="lg"
    >
      {hasSecret ? (
        <NewSecret {...props} {...{ secret, attempts }} onInsist={insist} onStored={close} />
      ) : (
        form(tryToClose)
      )}
    </Dialog>
  );
}

interface NewSecretProps extends Pick<SecretDialogProps, 'children' | 'place' | 'reason' | 'more'> {
  secret: string;
  /** How often the user tried to leave without the confirmation. */
  attempts: number;
  onInsist: () => void;
  onStored: () => void;
}

function NewSecret(props: NewSecretProps) {
  const { children, secret, place, reason, more, attempts, onInsist, onStored } = props;
  const [isStored, setStored] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => words.current?.focus(), []);
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);
  return (
    <Stack>
      <Text ref={words} tabIndex={-1}>
        {children}
      </Text>
      <Group gap="sm" wrap="nowrap" align="stretch">
        <Code flex={1} p="sm" fz="sm" className="copyable" style={{ userSelect: 'all' }}>
          {secret}
        </Code>
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
        <Button onClick={isStored ? onStored : onInsist}>Done</Button>
      </Group>
    </Stack>
  );
}

/** Keeps the page open while it shows the secret. If the user leaves anyway, the page forgets the secret. */
function useHold(
  isHeld: boolean,
  { insist, forget }: { insist: () => void; forget: () => void },
): void {
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
