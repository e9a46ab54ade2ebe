import { Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useRevisions } from '../../api/templates.ts';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { exactly, When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { TemplateNav } from '../../shell/template-nav.tsx';

/** Everything that was ever saved of a template, the newest first. */
export function Component() {
  const { id = '' } = useParams();
  const list = useRevisions(id);
  return (
    <Page
      title={`Revisions of ${id}`}
      lead="Each save is kept. Open one to see what differs, and to bring it back."
      above={[
        { to: '/templates', label: 'Templates' },
        { to: `/templates/${id}`, label: id },
      ]}
    >
      <TemplateNav id={id} />
      <Loaded query={list} what="The revisions could not be read">
        {({ pages }) => (
          <>
            <Paper withBorder component="ul" className="bare-list rows" maw={720}>
              {pages
                .flatMap(({ items }) => items)
                .map(({ revision, createdAt, current }) => (
                  <li key={revision}>
                    <Group justify="space-between" gap="sm">
                      <Group gap="sm">
                        <Anchor component={Link} to={`/templates/${id}/revisions/${revision}`}>
                          Revision {revision}
                        </Anchor>
                        {current && <Badge color="teal">Current</Badge>}
                      </Group>
                      <Text size="sm" c="dimmed" component="div">
                        {exactly(createdAt)}, <When at={createdAt} />
                      </Text>
                    </Group>
                  </li>
                ))}
            </Paper>
            <LoadMore list={list} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
