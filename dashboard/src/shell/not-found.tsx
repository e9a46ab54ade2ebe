import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAccount } from '../api/account.ts';
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

function ToTemplates() {
  return (
    <Button component={Link} to="/templates">
      Go to the templates
    </Button>
  );
}
