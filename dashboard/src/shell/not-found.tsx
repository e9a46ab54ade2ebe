import { Button } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { Empty } from '../parts/loaded.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
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

/** Shown when the page itself fails, for instance because a part of it could not be loaded. */
export function PageFault() {
  const error = useRouteError();
  return (
    <Page title="This page could not be shown">
      <ProblemAlert error={error} what="Reload the page to try again" />
    </Page>
  );
}
