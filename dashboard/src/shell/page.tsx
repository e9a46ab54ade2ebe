import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';

interface PageProps {
  title: string;
  /** One sentence about the page. */
  lead?: ReactNode;
  /** Links to the pages above this one. */
  above?: readonly { to: string; label: string }[];
  /** The state of the page, beside the title. */
  badge?: ReactNode;
  /** The buttons of the page, opposite the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One page: its title, which the browser tab shows too, its actions and its content. */
export function Page({ title, lead, above = [], badge, actions, children }: PageProps) {
  useEffect(() => titleWindow(title), [title]);
  const heading = useFocusOnArrival();
  return (
    <Stack gap="lg" maw={1400}>
      <Stack gap={4}>
        {above.length > 0 && (
          <Breadcrumbs separatorMargin={6} fz="sm">
            {above.map(({ to, label }) => (
              <Anchor key={to} component={Link} to={to} size="sm">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        {/* As high as a button, so that a page with buttons begins where others do. */}
        <Group justify="space-between" gap="xs" mih="2.25rem">
          <Group gap="sm" miw={0}>
            <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
              {title}
            </Title>
            {badge}
          </Group>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
        {lead && (
          <Text component="div" c="dimmed" maw={960}>
            {lead}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}

/** Writes what the browser's tab says. */
export function titleWindow(title: string): void {
  document.title = `${title} · postrider`;
}

let arrivedAt = window.location.pathname;

/**
 * A link loads no new document, so a screen reader would not announce the new page. Therefore the focus goes
 * to the page's title, unless the page has already moved the focus itself.
 */
export function useFocusOnArrival() {
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
