import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { RevisionSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useRestore, type useRevisions } from '../../api/templates.ts';
import { templatePath } from '../../draft/template-header.tsx';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { IconRestore } from '../../parts/icons.tsx';
import { LoadMore } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';
import { howWords } from './revision-words.ts';

interface RevisionListProps {
  id: string;
  list: ReturnType<typeof useRevisions>;
  shown: number | null;
}

export function RevisionList({ id, list, shown }: RevisionListProps) {
  return (
    <Stack gap="sm">
      <Paper withBorder component="ul" className="bare-list revision-list" aria-label="Revisions">
        {list.data?.items.map((item) => (
          <li key={item.revision}>
            <Link
              to={`${templatePath(id)}/revisions/${item.revision}`}
              className="revision-item"
              aria-current={item.revision === shown ? 'page' : undefined}
              preventScrollReset
            >
              <RevisionWords {...item} />
            </Link>
          </li>
        ))}
      </Paper>
      <LoadMore list={list} />
    </Stack>
  );
}

function RevisionWords({ revision, createdAt, current, by, how, note }: RevisionSummary) {
  return (
    <>
      <Group component="span" gap="xs" align="baseline" wrap="nowrap">
        <Text span size="sm" fw={600}>
          Revision {revision}
        </Text>
        {current && (
          <Badge color="teal" size="sm">
            Current
          </Badge>
        )}
        <Text span size="sm" c="dimmed" ms="auto">
          <When at={createdAt} />
        </Text>
      </Group>
      {note !== null && (
        <Text span size="sm">
          {note}
        </Text>
      )}
      {by !== null && (
        <Text span size="xs" c="dimmed">
          {by}
          {how !== null && ` ${howWords(how)}`}
        </Text>
      )}
    </>
  );
}

/** Saves a new revision. Asks only an author who has unsaved changes. */
export function RestoreButton({ work, number }: { work: TemplateDraft; number: number }) {
  const { id, revision: current } = work.template;
  const [isAsking, setAsking] = useState(false);
  const restoration = useRestore(id);
  const navigate = useNavigate();
  const restore = () =>
    restoration.mutate(
      { number, from: current },
      {
        onSuccess: ({ revision }) => {
          const message = `Revision ${number} is served again, as revision ${revision}`;
          notifications.show({ message });
          void navigate(templatePath(id));
        },
        onError: () => setAsking(true),
      },
    );
  return (
    <>
      <Button
        leftSection={<IconRestore size={16} aria-hidden />}
        loading={restoration.isPending}
        onClick={() => (work.isChanged ? setAsking(true) : restore())}
      >
        Restore revision {number}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore revision ${number}?`}
        verb="Restore"
        onConfirm={restore}
        request={restoration}
      >
        This saves its content as a new revision, which the next request uses. Revision {current}{' '}
        stays in the list.
        {work.isChanged &&
          ' Your unsaved changes stay in the editor: when you save them, it shows you both.'}
      </Confirm>
    </>
  );
}
