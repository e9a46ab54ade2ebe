import { Button, Text } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useOutletContext, useRouteError } from 'react-router';
import { loadOrOffer, type NotLoadedProps, PartNotLoaded, ReloadButton } from '../parts/later.tsx';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

/** The page of a route, which the browser loads when it is first opened. */
export const page = (script: () => Promise<{ Component: ComponentType }>) => async () => ({
  Component: await loadOrOffer(script, (loaded) => loaded.Component, PageNotLoaded),
});

function PageNotLoaded(props: NotLoadedProps) {
  const { retry, isTrying, isStuck } = props;
  // A tab has its template's header above it.
  const isTab = useOutletContext() !== undefined;
  useEffect(() => {
    if (isStuck && !isTab) window.location.reload();
  }, [isStuck, isTab]);
  if (isTab) return <PartNotLoaded {...props} />;
  return (
    <Page title="This page could not be loaded">
      <Empty
        title="The network did not bring this page"
        action={
          <Button onClick={retry} loading={isTrying}>
            Try again
          </Button>
        }
      >
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
