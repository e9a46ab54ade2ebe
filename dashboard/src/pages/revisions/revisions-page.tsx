import { Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useRevisions, useTemplate } from '../../api/templates.ts';
import { Loaded, LoadMore } from '../../parts/loaded.tsx';
import { exactTime, When } from '../../parts/when.tsx';
import { TemplatePage } from '../../shell/page.tsx';

/** All revisions of a template, the newest first. */
export function Component() {
  const { id = '' } = useParams();
  const list = useRevisions(id);
  const template = useTemplate(id);
  return (
    <TemplatePage
      id={id}
      kind={template.data?.kind}
      title={`Revisions of ${id}`}
      lead="Each save makes a revision. Open one to see what differs, and to restore it."
      above={[{ to: `/templates/${id}`, label: id }]}
    >
      <Loaded query={list} what="The revisions could not be loaded">
        {({ items }) => (
          <>
            <Paper withBorder component="ul" className="bare-list rows" maw={720}>
              {items.map(({ revision, createdAt, current, by, how, note }) => (
                <li key={revision}>
                  <Group justify="space-between" gap="sm">
                    <Group gap="sm">
                      <Anchor component={Link} to={`/templates/${id}/revisions/${revision}`}>
                        Revision {revision}
                      </Anchor>
                      {current && <Badge color="teal">Current</Badge>}
                    </Group>
                    <Text size="sm" c="dimmed" component="div">
                      {exactTime(createdAt)}, <When at={createdAt} />
                    </Text>
                  </Group>
                  {by !== null && (
                    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {by}, {how}
                      {note !== null && `: ${note}`}
                    </Text>
                  )}
                </li>
              ))}
            </Paper>
            <LoadMore list={list} />
          </>
        )}
      </Loaded>
    </TemplatePage>
  );
}
