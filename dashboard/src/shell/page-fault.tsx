import { useRouteError } from 'react-router';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Page } from './page.tsx';

/** A fault of the page itself, a part of it that could not be loaded for instance. */
export function PageFault() {
  const error = useRouteError();
  return (
    <Page title="This page could not be shown">
      <ProblemAlert error={error} what="Reload the page to try again" />
    </Page>
  );
}
