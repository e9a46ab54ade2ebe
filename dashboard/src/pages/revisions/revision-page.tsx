import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRestore } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Revision, Template } from '../../../../functions/manage/contracts/templates.ts';
import { useRestore, useRevision, useTemplate } from '../../api/templates.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/not-found.tsx';
import { TemplatePage } from '../../shell/page.tsx';

/** One revision compared with the current one, and a button to restore it. */
export function Component() {
  const { id = '', revision = '' } = useParams();
  const number = Number(revision);
  const then = useRevision(id, number);
  const now = useTemplate(id);
  const [isAsking, setAsking] = useState(false);
  if (!Number.isSafeInteger(number)) return <NotFound />;
  const isCurrent = now.data?.revision === number;
  return (
    <TemplatePage
      id={id}
      kind={now.data?.kind}
      title={`Revision ${number}`}
      above={[
        { to: `/templates/${id}`, label: id },
        { to: `/templates/${id}/revisions`, label: 'Revisions' },
      ]}
      badge={isCurrent && <Badge color="teal">Current</Badge>}
      actions={
        then.data &&
        now.data &&
        !isCurrent && (
          <Button
            leftSection={<IconRestore size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Restore
          </Button>
        )
      }
    >
      <Loaded query={then} what="The revision could not be loaded">
        {(before) => (
          <Loaded query={now} what="The current revision could not be loaded">
            {(after) => <Compared before={before} after={after} />}
          </Loaded>
        )}
      </Loaded>
      {isAsking && now.data && (
        <Restore id={id} number={number} current={now.data} onClose={() => setAsking(false)} />
      )}
    </TemplatePage>
  );
}

function Compared({ before, after }: { before: Revision; after: Template }) {
  const drafts = useMemo(
    () => ({ before: draftOf(before), after: draftOf(after) }),
    [before, after],
  );
  const names = useMemo(
    () => ({
      before: `Revision ${before.revision}`,
      after: `Revision ${after.revision}, current`,
    }),
    [before.revision, after.revision],
  );
  return (
    <>
      <Group gap={4}>
        <Text size="sm" component="div">
          Saved <When at={before.createdAt} />
          {before.by !== null && ` by ${before.by}, ${before.how}`}.
          {before.note !== null && ` “${before.note}”`}
        </Text>
      </Group>
      {before.revision === after.revision ? (
        <Alert color="blue" title="This is the current revision">
          Requests use it.{' '}
          <Anchor component={Link} to={`/templates/${after.id}`} size="sm" underline="always">
            Edit it
          </Anchor>
          , or open an older revision to see what differs.
        </Alert>
      ) : (
        <TemplateDifference {...drafts} names={names} order={2} />
      )}
    </>
  );
}

interface RestoreProps {
  id: string;
  number: number;
  current: Template;
  onClose: () => void;
}

function Restore({ id, number, current, onClose }: RestoreProps) {
  const restoration = useRestore(id);
  const navigate = useNavigate();
  const restore = () =>
    restoration.mutate(
      { number, from: current.revision },
      {
        onSuccess: ({ revision }) => {
          notifications.show({ message: `Restored as revision ${revision}` });
          void navigate(`/templates/${id}`);
        },
      },
    );
  return (
    <Confirm
      opened
      onClose={onClose}
      title={`Restore revision ${number}?`}
      verb="Restore"
      onConfirm={restore}
      isPending={restoration.isPending}
      error={restoration.error}
    >
      This saves its content as a new revision, which the next request uses. Revision{' '}
      {current.revision} stays in the list.
    </Confirm>
  );
}
