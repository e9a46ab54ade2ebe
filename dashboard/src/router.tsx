import { createBrowserRouter, Navigate } from 'react-router';
import { NotFound, PageFault } from './shell/not-found.tsx';
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
            { path: '/', lazy: () => import('./pages/home/home-page.tsx') },
            { path: '/templates', lazy: () => import('./pages/templates/templates-page.tsx') },
            {
              path: '/templates/:id',
              lazy: () => import('./draft/template-frame.tsx'),
              children: [
                { index: true, lazy: () => import('./pages/editor/editor-page.tsx') },
                { path: '/templates/:id/flow', lazy: () => import('./pages/flow/flow-page.tsx') },
                {
                  path: '/templates/:id/draft',
                  lazy: () => import('./pages/stored-draft/stored-draft-page.tsx'),
                },
                {
                  path: '/templates/:id/revisions',
                  lazy: () => import('./pages/revisions/revisions-page.tsx'),
                },
                {
                  path: '/templates/:id/revisions/:revision',
                  lazy: () => import('./pages/revisions/revision-page.tsx'),
                },
                { path: '/templates/:id/api', lazy: () => import('./pages/api/api-page.tsx') },
              ],
            },
            { path: '/docs/api', lazy: () => import('./pages/reference/reference-page.tsx') },
            { path: '/messages', lazy: () => import('./pages/messages/messages-page.tsx') },
            { path: '/messages/:id', lazy: () => import('./pages/messages/message-page.tsx') },
            { path: '/settings', element: <Navigate to="/settings/api-keys" replace /> },
            {
              path: '/settings/api-keys',
              lazy: () => import('./pages/settings/api-keys-page.tsx'),
            },
            {
              path: '/settings/webhooks',
              lazy: () => import('./pages/webhooks/webhooks-page.tsx'),
            },
            { path: '/settings/senders', lazy: () => import('./pages/settings/senders-page.tsx') },
            { path: '/settings/account', lazy: () => import('./pages/settings/account-page.tsx') },
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ]);
