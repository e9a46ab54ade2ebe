import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../../api/account.ts';
import { useDropDraft, usePublishDraft, useStoredDraft } from '../../api/stored-draft.ts';
import { useTemplate } from '../../api/templates.ts';
import { draftOf } from '../../draft/draft.ts';
import { draftKey, fromStoredDraft, keepDraft } from '../../draft/kept-draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredDraftWords } from '../../parts/stored-draft-words.tsx';
import { TemplatePage } from '../../shell/page.tsx';

/** The stored draft of a template compared with what is served, and buttons to edit, publish and drop it. */
export function Component() {
  const { id = '' } = useParams();
  const stored = useStoredDraft(id);
  const now = useTemplate(id);
  const isLoaded = stored.data !== undefined && now.data !== undefined;
  return (
    <TemplatePage
      id={id}
      kind={now.data?.kind}
      title="Draft"
      above={[{ to: `/templates/${id}`, label: id }]}
      actions={isLoaded && <Actions stored={stored.data} served={now.data} />}
    >
      <Loaded query={stored} what="The draft could not be loaded">
        {(draft) => (
          <Loaded query={now} what="The template could not be loaded">
            {(served) => <Compared stored={draft} served={served} />}
          </Loaded>
        )}
      </Loaded>
    </TemplatePage>
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
  const [asking, setAsking] = useState<'publish' | 'drop' | null>(null);
  const account = useAccount();
  const navigate = useNavigate();
  /** The editor begins with the changes that it finds in the storage. */
  const edit = () => {
    if (!account.data) return;
    const state = { revision: served.revision, saved: draftOf(served), draft: draftOf(stored) };
    keepDraft(sessionStorage, draftKey(account.data.accountId, id), state);
    void navigate(`/templates/${id}`, { state: fromStoredDraft });
  };
  const close = () => setAsking(null);
  return (
    <>
      <Button variant="default" onClick={edit} disabled={!account.data}>
        Edit or test
      </Button>
      <Button variant="default" onClick={() => setAsking('drop')}>
        Drop
      </Button>
      <Button onClick={() => setAsking('publish')}>Publish</Button>
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
      isPending={publication.isPending}
      error={publication.error}
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
      isPending={drop.isPending}
      error={drop.error}
    >
      Its content is lost. What the template serves stays as it is.
    </Confirm>
  );
}
