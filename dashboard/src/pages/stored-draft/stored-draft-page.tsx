import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import {
  draftTag,
  useDiscardDraft,
  usePublishDraft,
  useStoredDraft,
} from '../../api/stored-draft.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { templatePath } from '../../draft/template-header.tsx';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredDraftWords } from '../../parts/stored-draft-words.tsx';

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
  const names = { before: `Revision ${served.revision}, current`, after: 'Draft' };
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
  const { id, draft } = stored;
  const tag = draft === null ? 0 : draftTag(draft);
  const over = served.revision;
  const [asking, setAsking] = useState<'edit' | 'publish' | 'drop' | null>(null);
  const { work } = useOpenTemplate();
  const navigate = useNavigate();
  const toEditor = () => navigate(templatePath(id));
  const edit = () => {
    work.beginWith(stored);
    void toEditor();
  };
  const leave = (message: string) => {
    notifications.show({ message });
    return toEditor();
  };
  const publication = usePublishDraft(id);
  const publish = () =>
    publication.mutate(
      { tag, over },
      { onSuccess: ({ revision }) => leave(`Published as revision ${revision}`) },
    );
  const drop = useDiscardDraft(id, () => leave('The draft is discarded'));
  const close = () => setAsking(null);
  return (
    <>
      <Button variant="default" onClick={() => (work.isChanged ? setAsking('edit') : edit())}>
        Edit or test
      </Button>
      <Button variant="default" onClick={() => setAsking('drop')}>
        Discard draft
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
      <Confirm
        opened={asking === 'publish'}
        onClose={close}
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
      <Confirm
        opened={asking === 'drop'}
        onClose={close}
        title="Discard this draft?"
        verb="Discard draft"
        onConfirm={() => drop.mutate(tag)}
        request={drop}
      >
        Its content is lost. What the template serves stays as it is.
      </Confirm>
    </>
  );
}
