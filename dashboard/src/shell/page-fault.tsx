import { Text } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useOutletContext, useRouteError } from 'react-router';
import { PartNotLoaded, ReloadButton } from '../parts/later.tsx';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

/** The page of a route, which the browser loads when it is first opened. */
export const page = (script: () => Promise<{ Component: ComponentType }>) => () =>
  script().catch(() => ({ Component: PageNotLoaded }));

/** Shown when the script of a page cannot be loaded: the network failed, or a newer version replaced the script. */
function PageNotLoaded() {
  // A tab has the header of its template above it, and the template may have unsaved changes.
  const isTab = useOutletContext() !== undefined;
  useEffect(() => {
    if (isTab) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isTab]);
  if (isTab) return <PartNotLoaded />;
  return (
    <Page title="This page could not be loaded">
      <Empty title="The network did not deliver this page" action={<ReloadButton />}>
        Nothing that you wrote is lost. The page appears by itself when you are online again.
      </Empty>
    </Page>
  );
}

/** Shown when a page itself fails, which is a fault of the dashboard. */
export function PageFault() {
  const error = useRouteError();
  return (
    <Page title="This page could not be shown">
      <Empty title="The dashboard made a mistake here" action={<ReloadButton />}>
        What you wrote is kept in this window, and comes back after a reload. If it happens again,
        tell those who run postrider:{' '}
        <Text span ff="monospace" size="sm">
          {error instanceof Error ? error.message : 'an unexpected error'}
        </Text>
      </Empty>
    </Page>
  );
}
