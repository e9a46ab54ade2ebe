import './settings.css';
import { Modal } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { NewKeyForm } from './new-key-form.tsx';
import { NewSecret } from './new-secret.tsx';

/**
 * Creates a key, and shows its secret once. While it is shown, this dialog holds the page: Escape, a
 * click beside it, a link or the browser's own buttons ask for the confirmation instead of closing it.
 * The secret is in this component's state and nowhere else.
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
      title={hasSecret ? 'Store your new API key now' : 'Create an API key'}
      withCloseButton={!hasSecret}
      size="lg"
    >
      {hasSecret ? (
        <NewSecret
          name={create.variables ?? ''}
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

/** Keeps the page open while something on it can be lost; a page that goes all the same forgets it. */
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
    // The browser may keep a page it has left as it is, to show it again: without the secret, then.
    const leave = () => flushSync(forget);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', leave);
    };
  }, [isHeld, forget]);
}
