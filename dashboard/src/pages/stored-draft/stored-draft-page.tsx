import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useDropDraft, usePublishDraft, useStoredDraft } from '../../api/stored-draft.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredDraftWords } from '../../parts/stored-draft-words.tsx';

/** The stored draft of a template compared with what is served, and buttons to edit, publish and drop it. */
export function Component() {
  const { id = '' } = useParams();
  const stored = useStoredDraft(id);
  const { template: served } = useOpenTemplate().work;
  return (
    <TemplateTab
      label="Draft"
      actions={stored.data && <Actions stored={stored.data} served={served} />}
    >
      <Stack gap="lg" maw={1400}>
        <Loaded query={stored} what="The draft could not be loaded">
          {(draft) => <Compared stored={draft} served={served} />}
        </Loaded>
      </Stack>
    </TemplateTab>
  );
}

interface DraftProps {
  stored: Template;
  served: Template;
}

function Compared({ stored, served }: DraftProps) {
  const drafts = useMemo(
    () => ({ before: draftOf(served), after: draftOf(stored) }),
    [served, stored],
  );
  const names = useMemo(
    () => ({ before: `Revision ${served.revision}, current`, after: 'Draft' }),
    [served.revision],
  );
  return (
    <>
      {stored.draft && (
        <Text size="sm" component="div">
          <StoredDraftWords draft={stored.draft} /> No request uses it until it is published.
        </Text>
      )}
      <TemplateDifference {...drafts} names={names} order={2} />
    </>
  );
}

function Actions({ stored, served }: DraftProps) {
  const { id, revision: number } = stored;
  const [asking, setAsking] = useState<'edit' | 'publish' | 'drop' | null>(null);
  const { work } = useOpenTemplate();
  const navigate = useNavigate();
  const edit = () => {
    work.beginWith(stored);
    void navigate(`/templates/${id}`);
  };
  const close = () => setAsking(null);
  return (
    <>
      <Button variant="default" onClick={() => (work.isChanged ? setAsking('edit') : edit())}>
        Edit or test
      </Button>
      <Button variant="default" onClick={() => setAsking('drop')}>
        Drop
      </Button>
      <Button onClick={() => setAsking('publish')}>Publish</Button>
      <Confirm
        opened={asking === 'edit'}
        onClose={close}
        title="Replace your unsaved changes?"
        verb="Replace"
        onConfirm={edit}
      >
        You have changes in the editor that are not saved. The draft takes their place.
      </Confirm>
      {asking === 'publish' && <Publish {...{ stored, served }} onClose={close} />}
      {asking === 'drop' && <Drop id={id} number={number} onClose={close} />}
    </>
  );
}

function Publish({ stored, served, onClose }: DraftProps & { onClose: () => void }) {
  const { id, revision: number, draft } = stored;
  const publication = usePublishDraft(id);
  const navigate = useNavigate();
  const over = served.revision;
  const publish = () =>
    publication.mutate(
      { number, over },
      {
        onSuccess: ({ revision }) => {
          notifications.show({ message: `Published as revision ${revision}` });
          void navigate(`/templates/${id}`);
        },
      },
    );
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Publish this draft?"
      verb="Publish"
      color="blue"
      onConfirm={publish}
      request={publication}
    >
      The next request uses it in place of revision {over}, which stays in the list.
      {draft !== null &&
        draft.from !== over &&
        ` Revision ${over} was saved after this draft was made.`}
    </Confirm>
  );
}

function Drop({ id, number, onClose }: { id: string; number: number; onClose: () => void }) {
  const drop = useDropDraft(id);
  const navigate = useNavigate();
  const confirm = () =>
    drop.mutate(number, {
      onSuccess: () => {
        notifications.show({ message: 'The draft is dropped' });
        void navigate(`/templates/${id}`);
      },
    });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Drop this draft?"
      verb="Drop"
      onConfirm={confirm}
      request={drop}
    >
      Its content is lost. What the template serves stays as it is.
    </Confirm>
  );
}
