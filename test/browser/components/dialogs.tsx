import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../../dashboard/src/parts/confirm.tsx';
import { SecretDialog } from '../../../dashboard/src/parts/secret-dialog.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import { fault } from './feedback.tsx';
import { longNames } from './lists.tsx';

const nothing = () => null;
const request = { isPending: false, error: null, reset: nothing };

/** Questions, one of them failed, and a secret that is shown once. */
export function Dialogs() {
  const [opened, setOpened] = useState<'question' | 'failed' | 'secret' | null>(null);
  const close = () => setOpened(null);
  return (
    <Section title="Dialogs">
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpened('question')}>
          Ask
        </Button>
        <Button variant="default" onClick={() => setOpened('failed')}>
          Ask, and fail
        </Button>
        <Button variant="default" onClick={() => setOpened('secret')}>
          Show a secret
        </Button>
      </Group>
      <Confirm
        opened={opened === 'question' || opened === 'failed'}
        onClose={close}
        title="Revoke this API key?"
        verb="Revoke"
        onConfirm={close}
        request={opened === 'failed' ? { ...request, error: fault } : request}
      >
        <strong>{longNames[0]}</strong> stops working at once. This cannot be undone.
      </Confirm>
      <SecretDialog
        opened={opened === 'secret'}
        onClose={close}
        secret="pr_4fKq8sVxT2mZpL9cWn7RbYdHjE3uGa"
        forget={nothing}
        request={request}
        title="New API key"
        secretTitle="Store the key"
        form={nothing}
        place="where my code reads its secrets"
        reason="Store the key first, then tick this box."
      >
        This is the only time that the key is shown.
      </SecretDialog>
    </Section>
  );
}
