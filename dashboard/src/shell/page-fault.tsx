import { useRouteError } from 'react-router';
import { Page } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** A fault of the page itself, a part of it that could not be loaded for instance. */
export function PageFault() {
  const error = useRouteError();
  return (
    <Page title="This page could not be shown">
      <ProblemAlert error={error} what="Reload the page to try again" />
    </Page>
  );
}
