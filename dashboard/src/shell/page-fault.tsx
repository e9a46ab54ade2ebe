import { Text } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ReloadButton } from '../parts/later.tsx';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

export function PageFault() {
  const error = useRouteError();
  return (
    <Page title="This page could not be shown">
      <Empty title="The page could not be loaded, or made a mistake" action={<ReloadButton />}>
        Check the network, then reload the page. What you wrote is kept in this window, and comes
        back after a reload. If it happens again, tell the person who runs postrider.{' '}
        <Text span ff="monospace" size="sm">
          {error instanceof Error && error.message}
        </Text>
      </Empty>
    </Page>
  );
}
