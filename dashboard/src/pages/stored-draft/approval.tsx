import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { StoredDraft } from '../../../../functions/manage/contracts/drafts.ts';
import { replayWords } from '../../../../shared/engine/trail-actions.ts';
import { useMay } from '../../api/account.ts';
import { draftTag, useApproveDraft, useDraftReplay } from '../../api/stored-draft.ts';
import { authorWords } from '../../parts/author-words.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PlainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { PageLink } from '../../parts/name.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { When } from '../../parts/when.tsx';
import { type DraftProps, PublishDraft } from './publish-draft.tsx';

/** Why a draft may not be published yet; null if it may. */
export const missingApproval = ({ revision, approval }: StoredDraft): string | null =>
  approval.given.length >= approval.required ? null : `Draft ${revision} is not approved`;

/** Who approved the draft or has to, and how it changes kept mails; empty if the account requires no approval. */
export function Approval(props: DraftProps) {
  const { stored } = props;
  const { approval, draft, hash } = stored;
  const { required, given, mayApprove, why } = approval;
  const isMissing = missingApproval(stored) !== null;
  const approving = useApproveDraft(stored.id);
  const mayOverride = useMay('administer');
  const [isOverriding, setOverriding] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  if (draft === null || (required === 0 && given.length === 0)) return null;
  return (
    <Alert
      color={isMissing ? 'blue' : 'teal'}
      role="region"
      ref={region}
      tabIndex={-1}
      title={isMissing ? 'This draft waits for an approval' : 'This draft is approved'}
    >
      <Stack gap="xs">
        {given.map(({ by, at, replay }) => (
          <Text size="sm" key={by}>
            Approved by {authorWords(by)} <When at={at} />
            {replay ? `, when ${replayWords(replay)}` : ''}.
          </Text>
        ))}
        {isMissing && (
          <>
            <Text size="sm">
              {mayApprove
                ? 'Look at the difference below. It is not published until you or another person approves it.'
                : 'It is not published until another person approves it: “Copy link” copies the address of this page.'}
            </Text>
            <Replay of={stored} />
            {approving.error && (
              <ProblemAlert error={approving.error} what="The draft was not approved" />
            )}
            <Group gap="sm">
              <Allowed to="publish" unless={mayApprove ? null : why}>
                <Button
                  onClick={() =>
                    approving.mutate(
                      { tag: draftTag(draft), hash },
                      // The button is gone then, and with it the focus.
                      { onSuccess: () => region.current?.focus() },
                    )
                  }
                  loading={approving.isPending}
                >
                  Approve
                </Button>
              </Allowed>
              {mayOverride && (
                <PlainButton onClick={() => setOverriding(true)}>
                  Publish without an approval…
                </PlainButton>
              )}
            </Group>
          </>
        )}
      </Stack>
      {isOverriding && <PublishDraft {...props} isOverride onClose={() => setOverriding(false)} />}
    </Alert>
  );
}

/** Only users who may write drafts see it: the service refuses the request of others. */
function Replay({ of }: { of: StoredDraft }) {
  const isAsked = useMay('write') && of.kind === 'template';
  const replay = useDraftReplay(of, isAsked);
  if (!isAsked) return null;
  return (
    <Loaded
      query={replay}
      what="The kept mails could not be made again with this draft"
      wait={<Text size="sm">Making the kept mails again with this draft…</Text>}
    >
      {(found) =>
        found && (
          <Text size="sm">
            With this draft, {replayWords(found)}.
            {found.first && (
              <>
                {' '}
                <PageLink to={`/messages/${found.first.messageId}`} underline="always">
                  The newest that would fail
                </PageLink>
                : {found.first.sentence}.
              </>
            )}
          </Text>
        )
      }
    </Loaded>
  );
}
