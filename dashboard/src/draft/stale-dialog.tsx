import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { Dialog } from '../parts/dialog.tsx';
import { changedAs, draftOf } from './draft.ts';
import { TemplateDifference } from './template-difference.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

/** Opens if another author saved the template first. Shows the difference, and asks the author which version to keep. */
export function StaleDialog({ theirs, work }: { theirs: Template; work: TemplateDraft }) {
  const { store, state, saving } = work;
  const { revision } = theirs;
  const before = useMemo(() => draftOf(theirs), [theirs]);
  const after = useMemo(() => changedAs(state, before), [before, state]);
  const names = useMemo(
    () => ({ before: `Theirs, revision ${revision}`, after: 'Yours' }),
    [revision],
  );
  const takeTheirs = () => {
    store.dispatch({ kind: 'replaced', revision, content: before });
    saving.dismiss();
  };
  return (
    <Dialog
      opened
      onClose={saving.dismiss}
      title="Another author saved this template"
      size="min(1200px, 96vw)"
    >
      <Stack>
        <Text>
          Another author saved revision {revision} while you were writing. Below are the parts that
          you changed: saving yours replaces only these parts. Their revision stays in the list
          whatever you choose.
        </Text>
        <TemplateDifference before={before} after={after} names={names} order={3} />
        <Group justify="flex-end" gap="sm" className="dialog-foot">
          <Button variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => void saving.saveOver(theirs)}>
            Keep mine: save over theirs
          </Button>
          <Button onClick={saving.dismiss} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
