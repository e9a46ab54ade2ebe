import { Alert, Anchor, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useMemo, useState } from 'react';
import { contentIdsIn, isContentId } from '../../../../../shared/engine/content-id.ts';
import { rolesWith } from '../../../../../shared/people/roles.ts';
import { errorAt, errorWithin } from '../../../api/problem.ts';
import { readersAddress } from '../../../api/readers-address.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { DialogFoot } from '../../../parts/dialog-form.tsx';
import { IconSend } from '../../../parts/icons.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { useSetting } from '../../../parts/use-setting.ts';
import { inboxUrl } from '../../../sign-in/open-session.ts';
import { useEditor } from '../use-editor.ts';
import { FilesField } from './files-field.tsx';
import { type AttachedFile, useTestSend } from './use-test-send.ts';

/** Default recipient: that of the last test mail from this browser. */
export default function TestSendDialog({ onClose }: { onClose: () => void }) {
  const { template, store, account, language, work } = useEditor();
  const { rendered } = language.preview;
  const [lastAddress, remember] = useSetting('test-address', readersAddress(account));
  const { testTo } = account;
  const known = testTo === null || testTo.includes(lastAddress) ? lastAddress : testTo[0];
  const [to, setTo] = useState(known ?? '');
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const html = rendered?.html ?? '';
  const cids = useMemo(() => contentIdsIn(html).filter(isContentId), [html]);
  const isStored = () => language.tag === null && template.revision > 0 && !store.isChanged();
  const sending = useTestSend(template.id, language.store, isStored);
  const send = () =>
    sending.mutate({ to: to.trim(), files }, { onSuccess: () => remember(to.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) send();
  };
  const atAddress = errorAt(sending.error, '/to');
  const isAtField = atAddress || errorWithin(sending.error, '/attachments');
  const address = {
    ...{ label: 'To', value: to, error: atAddress, 'data-autofocus': true },
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setTo(currentTarget.value),
  };
  return (
    <Dialog opened onClose={onClose} title="Send a test mail">
      <form onSubmit={submit} noValidate>
        <Stack>
          {testTo === null ? (
            <TextInput type="email" autoComplete="email" {...address} required />
          ) : (
            <NativeSelect
              data={testTo}
              description={`${onlyTo}${testTo.length === 0 ? noSeeds : ''}`}
              {...address}
            />
          )}
          <FilesField
            files={files}
            onChange={(changed) => {
              setFiles(changed);
              // The service's refusal names the files by their places before this change.
              if (sending.isError) sending.reset();
            }}
            cids={cids}
            error={sending.error}
          />
          <Text size="sm">
            The mail is rendered with the test data
            {work.isChanged ? ' and your draft' : ''}. The flow’s verifications do not run.
          </Text>
          {sending.error && !isAtField && (
            <ProblemAlert error={sending.error} what="The mail was not sent" retry={send} />
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
    </Dialog>
  );
}

const onlyTo = `Without the role ${rolesWith('publish')}, test mails go only to your own address and to the seed list.`;

const noSeeds = ' The seed list is empty: an operator fills it with “account seeds”.';

function Sent({ messageId, to }: { messageId: string; to: string }) {
  return (
    <Alert color="green" title={`Sent to ${to}`} role="status">
      <Group gap="md">
        <PageLink to={`/messages/${messageId}`}>Open the message</PageLink>
        {inboxUrl && (
          <Anchor href={inboxUrl} target="_blank" rel="noreferrer" size="sm">
            Open the local inbox
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}
