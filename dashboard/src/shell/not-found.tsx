import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../parts/empty.tsx';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Nothing here">
      <Empty
        title="There is no such page"
        action={
          <Button component={Link} to="/templates">
            Go to the templates
          </Button>
        }
      >
        The address may be mistyped, or what was here is gone.
      </Empty>
    </Page>
  );
}
