import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { PageLink } from '../parts/name.tsx';

interface PageProps {
  title: string;
  lead?: ReactNode;
  above?: readonly { to: string; label: string }[];
  badge?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, lead, above = [], badge, actions, children }: PageProps) {
  useEffect(() => titleWindow(title), [title]);
  const heading = useFocusOnArrival();
  return (
    <Stack gap="lg" maw="100rem" mx="auto">
      <Stack gap={4}>
        {above.length > 0 && (
          <Breadcrumbs separatorMargin={6} fz="sm">
            {above.map(({ to, label }) => (
              <PageLink key={to} to={to}>
                {label}
              </PageLink>
            ))}
          </Breadcrumbs>
        )}
        {/* As high as a button, so that a page with buttons begins where others do. */}
        <Group justify="space-between" gap="xs" mih="2.25rem" className="page-head">
          <Group gap="sm" miw={0}>
            <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
              {title}
            </Title>
            {badge}
          </Group>
          {actions && (
            <Group gap="sm" className="page-actions">
              {actions}
            </Group>
          )}
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

export function titleWindow(title: string): void {
  document.title = `${title} · postrider`;
}

// The build draws the frame without a window.
let arrivedAt = globalThis.location?.pathname;

// A link loads no new document, so the focus goes to the title to announce the page, unless the page has moved it.
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
