import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';

export interface PageProps {
  title: string;
  /** What the title says, in one sentence. */
  lead?: ReactNode;
  /** The places above this one. */
  above?: readonly { to: string; label: string }[];
  /** Beside the title: what one comes here to do. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One page: its title, which the tab shows too, its actions and its content. */
export function Page({ title, lead, above = [], actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · postrider`;
  }, [title]);
  return (
    <Stack gap="lg" maw={1400}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2}>
          {above.length > 0 && (
            <Breadcrumbs separatorMargin={6} fz="sm">
              {above.map(({ to, label }) => (
                <Anchor key={to} component={Link} to={to} size="sm">
                  {label}
                </Anchor>
              ))}
            </Breadcrumbs>
          )}
          <Title order={1} size="h2">
            {title}
          </Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
