import { Button, Text } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { useAccount } from '../api/account.ts';
import { ReloadButton } from '../parts/later.tsx';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="This page does not exist" action={<ToTemplates />}>
        The address may be mistyped.
      </Empty>
    </Page>
  );
}

export function NoTemplate({ id }: { id: string }) {
  const { data: account } = useAccount();
  const isOneOfSeveral = account !== undefined && account.accounts.length > 1;
  return (
    <Page title="Template not found">
      <Empty title={`There is no template ${id}`} action={<ToTemplates />}>
        {isOneOfSeveral
          ? `It was deleted, the address is mistyped, or another account than ${account.name} has it.`
          : 'It was deleted, or the address is mistyped.'}
      </Empty>
    </Page>
  );
}

export function ToTemplates() {
  return (
    <Button component={Link} to="/templates">
      Go to the templates
    </Button>
  );
}

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
