import { Alert, Anchor, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { errorAt } from '../../api/problem.ts';
import type { WrittenDraft } from '../../draft/draft-in-language.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { inboxUrl } from '../../sign-in/open-session.ts';
import { useTestSend } from './test-send.ts';

export interface TestSendDialogProps {
  template: Template;
  store: WrittenDraft;
  account: Account;
  /** Whether the draft is the stored template, without changes. */
  isStored: () => boolean;
  isChanged: boolean;
  onClose: () => void;
}

/** Sends one test mail. The default recipient is that of the last test mail from this browser. */
export function TestSendDialog(props: TestSendDialogProps) {
  const { template, store, account, isStored, isChanged, onClose } = props;
  const [lastAddress, remember] = useLocalStorage({
    key: 'postrider-test-address',
    defaultValue: proposedAddress(account),
    getInitialValueInEffect: false,
  });
  const [to, setTo] = useState(lastAddress);
  const sending = useTestSend(template.id, store, isStored);
  const send = () => sending.mutate(to.trim(), { onSuccess: () => remember(to.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) send();
  };
  const atAddress = errorAt(sending.error, '/to');
  return (
    <Modal opened onClose={onClose} title="Send a test mail">
      <form onSubmit={submit} noValidate>
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
            The mail is rendered with the test data{isChanged ? ' and your unsaved changes' : ''}.
            The flow’s verifications do not run.
          </Text>
          {sending.error && !(atAddress && sending.error.name === 'ServiceProblem') && (
            <ProblemAlert
              error={sending.error}
              what="The mail was not sent"
              retry={send}
              shownElsewhere={['/to']}
            />
          )}
          {sending.data && <Sent {...sending.data} />}
          <DialogFoot
            cancel="Close"
            onCancel={onClose}
            loading={sending.isPending}
            disabled={to.trim() === ''}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            {sending.data ? 'Send another' : 'Send'}
          </DialogFoot>
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
          Open the message
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

/** The inbox of a local run accepts every address of the demo's domain. */
function proposedAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
