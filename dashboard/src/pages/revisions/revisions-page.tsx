import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useRevisions } from '../../api/templates.ts';
import { TemplateTab } from '../../draft/template-tab.tsx';
import { Loaded, LoadMore } from '../../parts/loaded.tsx';
import { exactTime, When } from '../../parts/when.tsx';

/** All revisions of a template, the newest first. */
export function Component() {
  const { id = '' } = useParams();
  const list = useRevisions(id);
  return (
    <TemplateTab label="Revisions">
      <Stack gap="lg" maw={720}>
        <Text c="dimmed">
          Each save makes a revision. Open one to see what differs, and to restore it.
        </Text>
        <Loaded query={list} what="The revisions could not be loaded">
          {({ items }) => (
            <>
              <Paper withBorder component="ul" className="bare-list rows">
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
      </Stack>
    </TemplateTab>
  );
}
