import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { DraftStore } from './draft-store.ts';
import { SaveStatus } from './save/save-status.tsx';
import type { Saving } from './save/use-save.ts';
import { TestSendDialog } from './send/test-send-dialog.tsx';

export interface EditorActionsProps {
  id: string;
  store: DraftStore;
  account: Account;
  saving: Saving;
  isChanged: boolean;
  revision: number;
}

/** What one does with a draft: save it, and see it in an inbox. */
export function EditorActions(props: EditorActionsProps) {
  const { id, store, account, saving, isChanged, revision } = props;
  const [isSending, setSending] = useState(false);
  const isSaving = saving.state.kind === 'saving';
  useWindowEvent('keydown', (event) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isSave || event.key.toLowerCase() !== 's') return;
    // The browser's own would store the page as a file.
    event.preventDefault();
    if (!isSaving) void saving.save();
  });
  return (
    <>
      <SaveStatus state={saving.state} isChanged={isChanged} revision={revision} />
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setSending(true)}
      >
        Test send
      </Button>
      <Button
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        onClick={() => void saving.save()}
        loading={isSaving}
        disabled={!isChanged}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save
      </Button>
      {isSending && (
        <TestSendDialog
          id={id}
          store={store}
          account={account}
          isChanged={isChanged}
          onClose={() => setSending(false)}
        />
      )}
    </>
  );
}
