import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { authorWords } from '../parts/author-words.ts';
import { capital } from '../parts/capital.ts';
import { Dialog } from '../parts/dialog.tsx';
import { PlainButton } from '../parts/looks.tsx';
import { changedAs, type Draft, draftOf } from './draft.ts';
import { TemplateDifference } from './template-difference.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

interface ConflictDialogProps {
  title: string;
  children: string;
  /** What the other author saved. */
  before: Draft;
  /** What this page would save on top of it. */
  after: Draft;
  names: { before: string; after: string };
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
  mine: string;
}

function ConflictDialog(props: ConflictDialogProps) {
  const { title, children, before, after, names, onTheirs, onMine, onClose, mine } = props;
  return (
    <Dialog opened onClose={onClose} title={title} size="min(1200px, 96vw)">
      <Stack>
        <Text>{children}</Text>
        <TemplateDifference before={before} after={after} names={names} order={3} />
        <Group justify="flex-end" gap="sm" className="dialog-foot">
          <PlainButton onClick={onTheirs}>Take theirs</PlainButton>
          <PlainButton onClick={onMine}>{mine}</PlainButton>
          <Button onClick={onClose} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Opens if another author published first. */
export function StaleDialog({
  theirs,
  store,
  state,
  saving,
}: TemplateDraft & { theirs: Template }) {
  const { revision, updatedBy } = theirs;
  const before = useMemo(() => draftOf(theirs), [theirs]);
  const after = useMemo(() => changedAs(state, before), [before, state]);
  const who = updatedBy === null ? 'Another author' : capital(authorWords(updatedBy));
  return (
    <ConflictDialog
      title="Another author published this template"
      {...{ before, after, mine: 'Keep mine: publish over theirs' }}
      names={{ before: `Theirs, revision ${revision}`, after: 'Yours' }}
      onTheirs={() => {
        store.dispatch({ kind: 'replaced', revision, content: before });
        saving.dismiss();
      }}
      onMine={() => void saving.saveOver(theirs)}
      onClose={saving.dismiss}
    >
      {`${who} published revision ${revision} while you were writing. Below are the parts that you changed: publishing yours replaces only these parts. Their revision stays in the list whatever you choose.`}
    </ConflictDialog>
  );
}

/** Opens if another author, or another tab, saved the stored draft first. */
export function DraftConflictDialog(work: TemplateDraft & { theirs: Template | null }) {
  const { theirs, state, drafting } = work;
  const { draft, saved, stored } = state;
  const base = stored?.content ?? saved;
  const before = useMemo(() => (theirs ? draftOf(theirs) : saved), [theirs, saved]);
  const after = useMemo(
    () => (theirs ? changedAs({ draft, saved: base }, before) : draft),
    [theirs, draft, base, before],
  );
  const by = theirs?.draft?.by;
  const who = by === undefined ? 'Another author' : capital(authorWords(by));
  const isOwn = by === 'local';
  return (
    <ConflictDialog
      title={theirs ? 'This draft was saved elsewhere' : 'The draft is gone'}
      {...{ before, after }}
      names={{ before: theirs ? 'Theirs, the stored draft' : 'What is live', after: 'Yours' }}
      mine={theirs ? 'Keep mine: save over theirs' : 'Keep mine: save it as the draft'}
      onTheirs={() => drafting.takeTheirs(theirs)}
      onMine={() => void drafting.saveOver(theirs)}
      onClose={drafting.dismiss}
    >
      {theirs
        ? `${who}${isOwn ? ', perhaps in another tab,' : ''} saved this draft while you were writing. Below are the parts that you changed: saving yours replaces only these parts. What you replace in their draft is not kept: no list has the saves of a draft.`
        : 'It was published or discarded while you were writing. What you wrote is still here.'}
    </ConflictDialog>
  );
}
