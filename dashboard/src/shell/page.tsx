import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';

export interface PageProps {
  title: string;
  /** What the title says, in one sentence. */
  lead?: ReactNode;
  /** The places above this one. */
  above?: readonly { to: string; label: string }[];
  /** Beside the title: its state. */
  badge?: ReactNode;
  /** Opposite the title: what one comes here to do. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One page: its title, which the tab shows too, its actions and its content. */
export function Page({ title, lead, above = [], badge, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · postrider`;
  }, [title]);
  const heading = useFocusOnArrival();
  return (
    <Stack gap="lg" maw={1400}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={4} miw={0}>
          {above.length > 0 && (
            <Breadcrumbs separatorMargin={6} fz="sm">
              {above.map(({ to, label }) => (
                <Anchor key={to} component={Link} to={to} size="sm">
                  {label}
                </Anchor>
              ))}
            </Breadcrumbs>
          )}
          <Group gap="sm">
            <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
              {title}
            </Title>
            {badge}
          </Group>
          {lead && (
            <Text component="div" c="dimmed">
              {lead}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

let arrivedAt = window.location.pathname;

/**
 * Following a link loads no document, so nothing would tell a screen reader that the page is
 * another: the focus goes to its title, unless the page has put it somewhere itself.
 */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === arrivedAt) return;
    arrivedAt = pathname;
    if (document.activeElement?.closest('#page')) return;
    heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
