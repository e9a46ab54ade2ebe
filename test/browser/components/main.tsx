import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../../../dashboard/src/theme.css';
import '../../../dashboard/src/forced-colors.css';
import '../../../dashboard/src/shell/shell.css';
import '../../../dashboard/src/shell/frame.css';
import './components.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Page } from '../../../dashboard/src/shell/page.tsx';
import { cssVariablesResolver, theme } from '../../../dashboard/src/theme.ts';
import { CodeSamples } from './code-samples.tsx';
import { Controls } from './controls.tsx';
import { Dialogs } from './dialogs.tsx';
import { Feedback } from './feedback.tsx';
import { Lists } from './lists.tsx';
import { Marks } from './marks.tsx';

/**
 * The components of the dashboard, in all their states, so that a developer sees at a glance what a change of the
 * design does. Nothing on this page sends a request.
 */
function Components() {
  return (
    <main id="page">
      <Page title="Components" lead="The parts of the dashboard, in all their states.">
        <Marks />
        <Controls />
        <Feedback />
        <Lists />
        <Dialogs />
        <CodeSamples />
      </Page>
    </main>
  );
}

const router = createMemoryRouter([{ path: '*', element: <Components /> }]);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={new QueryClient()}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
