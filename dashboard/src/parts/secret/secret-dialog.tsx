import { type ReactNode, useCallback, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { useHold } from './use-hold.ts';

/** A secret that the page shows once. It is only in the state of the component that calls this. */
export function useSecret() {
  const [secret, setSecret] = useState<string | null>(null);
  const forget = useCallback(() => setSecret(null), []);
  return { secret, setSecret, forget };
}

interface SecretDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Null: the dialog shows `form`. */
  secret: string | null;
  forget: () => void;
  /** Whether a request is under way that may bring a secret. */
  isPending: boolean;
  /** The titles: of the form, and of the secret. */
  title: string;
  secretTitle: string;
  /** Asks for what the secret is for. */
  form: (cancel: () => void) => ReactNode;
  /** What the secret is of. */
  children: ReactNode;
  place: string;
  reason: string;
  more?: ReactNode;
}

/**
 * Creates a secret, and shows it once. Meanwhile Escape, a click beside the dialog, a link or the browser's
 * buttons do not close the dialog, but ask the user to confirm that the secret is stored.
 */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, onClose, secret, forget: forgetSecret, isPending, title, secretTitle } = props;
  const { form, children, place, reason, more } = props;
  const [attempts, setAttempts] = useState(0);
  const insist = useCallback(() => setAttempts((before) => before + 1), []);
  const forget = useCallback(() => {
    forgetSecret();
    setAttempts(0);
  }, [forgetSecret]);
  const hasSecret = secret !== null;
  useHold(hasSecret || isPending, { insist, forget });

  const close = () => {
    forget();
    onClose();
  };
  const tryToClose = () => {
    if (hasSecret) insist();
    else if (!isPending) close();
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
        <NewSecret
          {...{ secret, place, reason, more, attempts }}
          onInsist={insist}
          onStored={close}
        >
          {children}
        </NewSecret>
      ) : (
        form(tryToClose)
      )}
    </Dialog>
  );
}
