import { createBrowserRouter, Navigate } from 'react-router';
import { NotFound } from './shell/not-found.tsx';
import { PageFault, page } from './shell/page-fault.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The dashboard's routes. Called after the sign-in, which restores the requested address. The browser loads
 * each page when it is first opened, so the lists do not load the editor.
 */
export const openRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      // There is nothing to show until the first page is loaded.
      hydrateFallbackElement: <></>,
      children: [
        {
          errorElement: <PageFault />,
          children: [
            { path: '/', lazy: page(() => import('./pages/home/home-page.tsx')) },
            {
              path: '/templates',
              lazy: page(() => import('./pages/templates/templates-page.tsx')),
            },
            {
              path: '/templates/:id',
              lazy: page(() => import('./draft/template-frame.tsx')),
              children: [
                { index: true, lazy: page(() => import('./pages/editor/editor-page.tsx')) },
                {
                  path: '/templates/:id/flow',
                  lazy: page(() => import('./pages/flow/flow-page.tsx')),
                },
                {
                  path: '/templates/:id/draft',
                  lazy: page(() => import('./pages/stored-draft/stored-draft-page.tsx')),
                },
                {
                  path: '/templates/:id/revisions',
                  lazy: page(() => import('./pages/revisions/revisions-page.tsx')),
                },
                {
                  path: '/templates/:id/revisions/:revision',
                  lazy: page(() => import('./pages/revisions/revisions-page.tsx')),
                },
                {
                  path: '/templates/:id/api',
                  lazy: page(() => import('./pages/api/api-page.tsx')),
                },
              ],
            },
            { path: '/docs/api', lazy: page(() => import('./pages/reference/reference-page.tsx')) },
            { path: '/messages', lazy: page(() => import('./pages/messages/messages-page.tsx')) },
            {
              path: '/messages/:id',
              lazy: page(() => import('./pages/messages/message-page.tsx')),
            },
            { path: '/settings', element: <Navigate to="/settings/api-keys" replace /> },
            {
              path: '/settings/api-keys',
              lazy: page(() => import('./pages/settings/api-keys-page.tsx')),
            },
            {
              path: '/settings/webhooks',
              lazy: page(() => import('./pages/webhooks/webhooks-page.tsx')),
            },
            {
              path: '/settings/senders',
              lazy: page(() => import('./pages/settings/senders-page.tsx')),
            },
            {
              path: '/settings/suppressions',
              lazy: page(() => import('./pages/settings/suppressions-page.tsx')),
            },
            {
              path: '/settings/account',
              lazy: page(() => import('./pages/settings/account-page.tsx')),
            },
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ]);
