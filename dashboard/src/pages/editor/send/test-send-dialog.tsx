import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Account } from '../../../../../functions/manage/contracts/account.ts';
import { errorAt } from '../../../api/problem.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { inboxUrl } from '../../../sign-in/open-session.ts';
import type { DraftStore } from '../draft-store.ts';
import { lastTestAddress } from './test-address.ts';
import { useTestSend } from './use-test-send.ts';

export interface TestSendDialogProps {
  id: string;
  store: DraftStore;
  account: Account;
  isChanged: boolean;
  onClose: () => void;
}

/** Sends one mail to see it where its readers will. */
export function TestSendDialog({ id, store, account, isChanged, onClose }: TestSendDialogProps) {
  const [to, setTo] = useState(() => lastTestAddress() ?? proposedAddress(account));
  const sending = useTestSend(id, store);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate(to.trim());
  };
  const atAddress = errorAt(sending.error, '/to');
  return (
    <Modal
      opened
      onClose={onClose}
      title="Send a test mail"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={send} noValidate>
        <Stack>
          <TextInput
            label="To"
            type="email"
            autoComplete="email"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            error={atAddress}
            data-autofocus
            required
          />
          <Text size="sm">
            Rendered with the test data{isChanged ? ', with your unsaved changes' : ''}. The checks
            of the flow are not run.
          </Text>
          {sending.error && !(atAddress && sending.error.name === 'ServiceProblem') && (
            <ProblemAlert
              error={sending.error}
              what="The mail was not sent"
              retry={() => sending.mutate(to.trim())}
              shownElsewhere={['/to']}
            />
          )}
          {sending.data && <Sent {...sending.data} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              type="submit"
              loading={sending.isPending}
              disabled={to.trim() === ''}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {sending.data ? 'Send another' : 'Send'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Sent({ messageId, to }: { messageId: string; to: string }) {
  return (
    <Alert color="green" title={`Sent to ${to}`} role="status">
      <Group gap="md">
        <Anchor component={Link} to={`/messages/${messageId}`} size="sm">
          See what becomes of it
        </Anchor>
        {inboxUrl && (
          <Anchor href={inboxUrl} target="_blank" rel="noreferrer" size="sm">
            Open the local inbox
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}

/** The inbox of a local run takes any address of the demo's domain. */
function proposedAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
