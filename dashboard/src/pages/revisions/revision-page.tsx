import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRestore } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Revision, Template } from '../../../../functions/manage/contracts/templates.ts';
import { useRestore, useRevision } from '../../api/templates.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';

/** One revision compared with the current one, and a button to restore it. */
export function Component() {
  const { id = '', revision = '' } = useParams();
  const number = Number(revision);
  const then = useRevision(id, number);
  const { template: now } = useOpenTemplate().work;
  const [isAsking, setAsking] = useState(false);
  const isCurrent = now.revision === number;
  return (
    <TemplateTab
      label={`Revision ${number}`}
      actions={
        then.data &&
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
      <Stack gap="lg" maw={1400}>
        <Group gap="sm">
          <Title order={2} size="h4">
            Revision {number}
          </Title>
          {isCurrent && <Badge color="teal">Current</Badge>}
        </Group>
        <Loaded query={then} what="The revision could not be loaded">
          {(before) => <Compared before={before} after={now} />}
        </Loaded>
      </Stack>
      {isAsking && (
        <Restore id={id} number={number} current={now} onClose={() => setAsking(false)} />
      )}
    </TemplateTab>
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
      <Text size="sm" component="div">
        Saved <When at={before.createdAt} />
        {before.by !== null && ` by ${before.by}, ${before.how}`}.
        {before.note !== null && ` “${before.note}”`}
      </Text>
      {before.revision === after.revision ? (
        <Alert color="blue" title="This is the current revision">
          Requests use it.{' '}
          <Anchor component={Link} to={`/templates/${after.id}`} size="sm" underline="always">
            Edit it
          </Anchor>
          , or open an older revision to see what differs.
        </Alert>
      ) : (
        <TemplateDifference {...drafts} names={names} order={3} />
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
