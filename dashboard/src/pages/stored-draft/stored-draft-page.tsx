import { Alert, Button, CopyButton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { draftTag, useDiscardDraft, useStoredDraft } from '../../api/stored-draft.ts';
import { Looks, LooksOrSource, type ShownAs } from '../../draft/looks.tsx';
import { templatePath } from '../../draft/template-header.tsx';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { PageLink } from '../../parts/name.tsx';
import { isStale, StoredDraftWords } from '../../parts/stored-draft-words.tsx';
import { Approval, missingApproval } from './approval.tsx';
import { type DraftProps, PublishDraft, useLooks } from './publish-draft.tsx';

/** The stored draft beside what is served. Its address is a link for colleagues. */
export function Component() {
  const { id = '' } = useParams();
  const { template: served } = useOpenTemplate().work;
  const hasDraft = served.draft !== null;
  const stored = useStoredDraft(id, hasDraft);
  return (
    <TemplateTab
      label="Draft"
      actions={hasDraft && stored.data && <Actions stored={stored.data} served={served} />}
    >
      {hasDraft ? (
        <Loaded query={stored} what="The draft could not be loaded">
          {(draft) => <Compared stored={draft} served={served} />}
        </Loaded>
      ) : (
        <Empty
          title="This template has no draft"
          action={<PageLink to={templatePath(id)}>Open the editor</PageLink>}
        >
          It was published or discarded. The editor saves a draft while you write.
        </Empty>
      )}
    </TemplateTab>
  );
}

function Compared(props: DraftProps) {
  const { stored, served } = props;
  const { before, after } = useLooks(props);
  const [shownAs, setShownAs] = useState<ShownAs>('look');
  const { draft } = stored;
  const live = served.revision;
  if (draft === null) return null;
  return (
    <Stack gap="sm">
      <Text size="sm" component="div">
        <StoredDraftWords draft={draft} live={live} /> No request uses it until it is published.
      </Text>
      {live > 0 && isStale(draft, live) && (
        <Alert color="yellow" title="This draft is stale" role="status" py="xs">
          It was made from revision {draft.from}, and revision {live} was published since. A publish
          replaces that revision: compare the two here first.
        </Alert>
      )}
      <Approval {...props} />
      {live === 0 ? (
        <Looks template={served} looks={[after]}>
          <Text size="sm">This template was never published: nothing is live.</Text>
        </Looks>
      ) : (
        <LooksOrSource
          {...{ before, after, shownAs }}
          template={served}
          order={2}
          onShowAs={setShownAs}
        />
      )}
    </Stack>
  );
}

function Actions(props: DraftProps) {
  const { stored, served } = props;
  const { id, draft } = stored;
  const over = served.revision;
  const tag = draft === null ? 0 : draftTag(draft);
  const [asking, setAsking] = useState<'edit' | 'publish' | 'discard' | null>(null);
  const { work } = useOpenTemplate();
  const navigate = useNavigate();
  const toEditor = () => navigate(templatePath(id));
  const edit = () => {
    if (work.isBesideDraft) work.showDraft();
    void toEditor();
  };
  const leave = () => {
    notifications.show({ message: 'The draft is discarded' });
    work.showLive();
    return toEditor();
  };
  const discard = useDiscardDraft(id, leave);
  const close = () => setAsking(null);
  const isUnsavedBeside = work.isUnsaved && work.isBesideDraft;
  return (
    <>
      <CopyButton value={window.location.href}>
        {({ copied, copy }) => (
          <Button variant="subtle" onClick={copy}>
            {copied ? 'Link copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
      <Allowed to="write">
        <PlainButton onClick={() => (isUnsavedBeside ? setAsking('edit') : edit())}>
          Edit
        </PlainButton>
      </Allowed>
      <Allowed to="write">
        <PlainButton onClick={() => setAsking('discard')}>Discard draft</PlainButton>
      </Allowed>
      <Allowed to="publish" unless={missingApproval(stored)}>
        <Button onClick={() => setAsking('publish')}>Publish…</Button>
      </Allowed>
      <Confirm
        opened={asking === 'edit'}
        onClose={close}
        title="Discard your unsaved changes?"
        verb="Discard changes"
        onConfirm={edit}
      >
        You have changes in the editor that are in no draft. This draft takes their place.
      </Confirm>
      {asking === 'publish' && <PublishDraft {...props} onClose={close} />}
      <Confirm
        opened={asking === 'discard'}
        onClose={close}
        title="Discard this draft?"
        verb="Discard draft"
        onConfirm={() => discard.mutate(tag)}
        request={discard}
      >
        {over > 0
          ? 'Its content is lost. What is live stays as it is.'
          : 'Its content is lost, and with it this template: it was never published.'}
      </Confirm>
    </>
  );
}
