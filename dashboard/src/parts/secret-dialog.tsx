import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';
import type { DialogRequest } from './confirm.tsx';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

/** A secret that the page shows once, only in the state of the calling component. */
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
  request: Pick<DialogRequest, 'isPending' | 'reset'>;
  title: string;
  secretTitle: string;
  form: (cancel: () => void) => ReactNode;
  children: ReactNode;
  /** "where my code reads its secrets". */
  place: string;
  /** "The key cannot be shown again." */
  reason: string;
  more?: ReactNode;
}

/** Until the user confirms to have stored the secret, Escape, a click beside it, links and Back do nothing. */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, secret, forget, request, title, secretTitle, form } = props;
  const isHeld = secret !== null || request.isPending;
  const close = () => {
    forget();
    request.reset();
    props.onClose();
  };
  const tryToClose = () => {
    if (!isHeld) close();
  };
  return (
    <>
      {isHeld && <Hold forget={forget} />}
      <Dialog
        opened={opened}
        onClose={tryToClose}
        title={secret === null ? title : secretTitle}
        withCloseButton={secret === null}
        size="lg"
      >
        {secret === null ? (
          form(tryToClose)
        ) : (
          <NewSecret {...props} secret={secret} onStored={close} />
        )}
      </Dialog>
    </>
  );
}

interface NewSecretProps extends Pick<SecretDialogProps, 'children' | 'place' | 'reason' | 'more'> {
  secret: string;
  onStored: () => void;
}

function NewSecret({ children, secret, place, reason, more, onStored }: NewSecretProps) {
  const [isStored, setStored] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
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
        label={`I have stored it ${place}`}
        description={reason}
        checked={isStored}
        onChange={({ currentTarget: { checked } }) => setStored(checked)}
      />
      <Button onClick={onStored} disabled={!isStored} style={{ alignSelf: 'flex-end' }}>
        Done
      </Button>
    </Stack>
  );
}

/** Keeps the page. It is drawn only while it has to: a router has one blocker, the last one that was drawn. */
function Hold({ forget }: { forget: () => void }) {
  const blocker = useBlocker(true);
  useEffect(() => blocker.reset?.(), [blocker]);
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  // A browser may keep a page in memory to show it again: the secret must not be on it.
  useWindowEvent('pagehide', () => flushSync(forget));
  return null;
}
