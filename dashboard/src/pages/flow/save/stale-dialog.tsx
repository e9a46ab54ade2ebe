import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { isSameJson } from '../model/same-json.ts';

export interface StaleDialogProps {
  /** What this draft began from. */
  base: Template;
  theirs: Template;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}

/** Somebody else saved first: whoever draws here decides, and nothing is lost meanwhile. */
export function StaleDialog({ base, theirs, onTakeTheirs, onKeepMine, onClose }: StaleDialogProps) {
  const isFlowUntouched = isSameJson(base.flow, theirs.flow);
  return (
    <Modal opened onClose={onClose} title="Somebody else saved this template" size="lg">
      <Stack>
        <Text>
          Revision {theirs.revision} was saved while you were drawing. Your flow still stands here,
          and theirs stays among the revisions whatever you choose.
        </Text>
        <Text>
          {isFlowUntouched
            ? 'They changed something else and left the flow as it was: saving yours over it loses nothing of theirs.'
            : 'They changed the flow too. Saving yours puts it in the place of theirs, and keeps the rest of what they wrote.'}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={onKeepMine}>
            Save mine over it
          </Button>
          <Button onClick={onClose} data-autofocus>
            Go on editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
