import { Text } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useOutletContext, useRouteError } from 'react-router';
import { PartNotLoaded, ReloadButton } from '../parts/later.tsx';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

/** The script of a page did not arrive. */
class PageNotLoaded extends Error {}

/** The page of a route, which the browser loads when it is first opened. */
export const page = (script: () => Promise<{ Component: ComponentType }>) => () =>
  script().catch((cause) => {
    throw new PageNotLoaded('The script of the page was not loaded', { cause });
  });

/** Shown when the script of a page cannot be loaded, or when the page itself fails, which is a fault of the dashboard. */
export function PageFault() {
  const error = useRouteError();
  // A tab has the header of its template above it, and the template may have unsaved changes.
  const isTab = useOutletContext() !== undefined;
  const isNotLoaded = error instanceof PageNotLoaded;
  useEffect(() => {
    if (!isNotLoaded || isTab) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isNotLoaded, isTab]);
  if (isNotLoaded && isTab) return <PartNotLoaded />;
  if (isNotLoaded) {
    return (
      <Page title="This page could not be loaded">
        <Empty title="The network did not deliver this page" action={<ReloadButton />}>
          Nothing that you wrote is lost. The page appears by itself when you are online again.
        </Empty>
      </Page>
    );
  }
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
