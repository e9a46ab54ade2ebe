import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { useRevisions } from '../../api/templates.ts';
import { templatePath } from '../../draft/template-header.tsx';
import { LoadMore } from '../../parts/loaded.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { When } from '../../parts/when.tsx';
import { byDay, whoWords } from './revision-words.ts';

interface RevisionListProps {
  id: string;
  list: ReturnType<typeof useRevisions>;
  shown: number | null;
}

export function RevisionList({ id, list, shown }: RevisionListProps) {
  return (
    <Stack gap="sm">
      <Paper withBorder component="section" aria-label="Revisions">
        {byDay(list.data?.items ?? [], new Date()).map(({ day, items }) => (
          <div key={day} className="revision-group">
            <Text component="h2" size="xs" c="dimmed" className="revision-day">
              {day}
            </Text>
            <ul className="bare-list revision-list" aria-label={day}>
              {items.map((item) => (
                <li key={item.revision}>
                  <Link
                    to={`${templatePath(id)}/revisions/${item.revision}`}
                    className="revision-item"
                    aria-current={item.revision === shown ? 'page' : undefined}
                    preventScrollReset
                  >
                    <Group component="span" gap="xs" align="baseline" wrap="nowrap">
                      <Text span size="sm" fw={600}>
                        Revision {item.revision}
                      </Text>
                      {item.current && (
                        <Badge color="teal" size="sm">
                          Current
                        </Badge>
                      )}
                      <Quiet span ms="auto">
                        <When at={item.createdAt} />
                      </Quiet>
                    </Group>
                    {item.note !== null && (
                      <Text span size="sm">
                        {item.note}
                      </Text>
                    )}
                    {item.by !== null && (
                      <Text span size="xs" c="dimmed">
                        {whoWords(item)}
                      </Text>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Paper>
      <LoadMore list={list} />
    </Stack>
  );
}
