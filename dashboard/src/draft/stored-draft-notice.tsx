import { Alert, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../parts/confirm.tsx';
import { TinyButton } from '../parts/looks.tsx';
import { PageLink } from '../parts/name.tsx';
import { isStale, StoredDraftWords } from '../parts/stored-draft-words.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

/** Says which of the two the author sees, the stored draft or what is live, and changes it. */
export function StoredDraftNotice(work: TemplateDraft) {
  const { template, isBesideDraft, begunWith, forgetBeginning, showDraft, showLive } = work;
  const [isAsking, setAsking] = useState(false);
  const { id, draft, revision } = template;
  if (draft === null || (begunWith !== 'stored draft' && !isBesideDraft)) return null;
  const isLive = revision > 0;
  const change = isBesideDraft ? showDraft : showLive;
  return (
    <Alert
      color={isStale(draft, revision) ? 'yellow' : 'blue'}
      role="status"
      py="xs"
      flex="none"
      radius={0}
      withCloseButton={!isBesideDraft}
      closeButtonLabel="Close"
      onClose={forgetBeginning}
    >
      <Group gap="xs">
        <Text size="sm" component="div">
          <b>
            {isBesideDraft
              ? `You see what is live, revision ${revision}.`
              : 'You continue a draft.'}
          </b>{' '}
          <StoredDraftWords draft={draft} live={revision} />
          {isBesideDraft && ' It stays as it is, also if you publish.'}
        </Text>
        {isLive && (
          <TinyButton onClick={() => (work.isUnsaved ? setAsking(true) : change())}>
            {isBesideDraft ? 'Continue the draft' : 'Look at what is live'}
          </TinyButton>
        )}
        <PageLink to={`/templates/${id}/draft`} underline="always">
          Compare both
        </PageLink>
      </Group>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Discard your unsaved changes?"
        verb="Discard changes"
        onConfirm={() => {
          change();
          setAsking(false);
        }}
      >
        They are in no draft. {isBesideDraft ? 'The draft' : 'What is live'} takes their place.
      </Confirm>
    </Alert>
  );
}
