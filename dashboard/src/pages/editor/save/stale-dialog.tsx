import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { TemplateDifference } from '../../../difference/template-difference.tsx';
import { draftOf } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';
import type { Saving } from './use-save.ts';

export interface StaleDialogProps {
  theirs: Template;
  store: DraftStore;
  saving: Saving;
}

/** Somebody else saved first: shows what differs, and lets the author decide. Nothing is lost. */
export function StaleDialog({ theirs, store, saving }: StaleDialogProps) {
  const content = useMemo(() => draftOf(theirs), [theirs]);
  const names = useMemo(
    () => ({ before: `Theirs, revision ${theirs.revision}`, after: 'Yours' }),
    [theirs.revision],
  );
  const takeTheirs = () => {
    store.dispatch({ kind: 'theirsTaken', revision: theirs.revision, content });
    saving.dismiss();
  };
  return (
    <Modal
      opened
      onClose={saving.dismiss}
      title="Somebody else saved this template"
      size="min(1200px, 96vw)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack>
        <Text>
          Revision {theirs.revision} was saved while you were writing. Nothing of yours is lost, and
          theirs stays among the revisions whatever you choose.
        </Text>
        <TemplateDifference
          before={content}
          after={store.current().draft}
          names={names}
          order={3}
        />
        <Group justify="flex-end" gap="sm" className="dialog-foot">
          <Button variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => void saving.keepMine(theirs)}>
            Keep mine: save over theirs
          </Button>
          <Button onClick={saving.dismiss} data-autofocus>
            Go on editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
