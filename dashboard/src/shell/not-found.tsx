import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../parts/loaded.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty
        title="This page does not exist"
        action={
          <Button component={Link} to="/templates">
            Go to the templates
          </Button>
        }
      >
        The address may be mistyped, or the template was deleted.
      </Empty>
    </Page>
  );
}
