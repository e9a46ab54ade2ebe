import { Badge, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { RevisionSummary } from '../../../../functions/manage/contracts/templates.ts';
import type { useRevisions } from '../../api/templates.ts';
import { templatePath } from '../../draft/template-header.tsx';
import { LoadMore } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';
import { howWords } from './how-words.ts';

interface RevisionListProps {
  id: string;
  list: ReturnType<typeof useRevisions>;
  items: readonly RevisionSummary[];
  /** The number of the revision that is shown. */
  shown: number | null;
}

/** All revisions of a template, the newest first: who made each, when, how and why. */
export function RevisionList({ id, list, items, shown }: RevisionListProps) {
  return (
    <Stack gap="sm">
      <Paper withBorder component="ul" className="bare-list revision-list" aria-label="Revisions">
        {items.map((item) => (
          <li key={item.revision}>
            <Link
              to={`${templatePath(id)}/revisions/${item.revision}`}
              className="revision-item"
              aria-current={item.revision === shown ? 'page' : undefined}
              preventScrollReset
            >
              <Item {...item} />
            </Link>
          </li>
        ))}
      </Paper>
      <LoadMore list={list} />
    </Stack>
  );
}

function Item({ revision, createdAt, current, by, how, note }: RevisionSummary) {
  return (
    <>
      <span className="revision-line">
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
      </span>
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
