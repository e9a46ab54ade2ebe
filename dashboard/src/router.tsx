import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { Arriving } from './shell/arriving.tsx';
import { NotFound, PageFault } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

type PageScript = () => Promise<{ Component: ComponentType }>;
type PageScripts = Readonly<Record<string, PageScript>>;

const pages: PageScripts = {
  '/': () => import('./pages/home/home-page.tsx'),
  '/templates': () => import('./pages/templates/templates-page.tsx'),
  '/docs/api': () => import('./pages/reference/reference-page.tsx'),
  '/messages': () => import('./pages/messages/messages-page.tsx'),
  '/messages/:id': () => import('./pages/messages/message-page.tsx'),
  '/recipients/:address': () => import('./pages/messages/recipient-page.tsx'),
  '/settings/api-keys': () => import('./pages/settings/api-keys-page.tsx'),
  '/settings/webhooks': () => import('./pages/webhooks/webhooks-page.tsx'),
  '/settings/senders': () => import('./pages/settings/senders-page.tsx'),
  '/settings/suppressions': () => import('./pages/settings/suppressions-page.tsx'),
  '/settings/people': () => import('./pages/settings/people-page.tsx'),
  '/settings/trail': () => import('./pages/settings/trail-page.tsx'),
  '/settings/person': () => import('./pages/settings/person-page.tsx'),
  '/settings/account': () => import('./pages/settings/account-page.tsx'),
};

const tabs: PageScripts = {
  '/templates/:id': () => import('./pages/editor/editor-page.tsx'),
  '/templates/:id/flow': () => import('./pages/flow/flow-page.tsx'),
  '/templates/:id/draft': () => import('./pages/stored-draft/stored-draft-page.tsx'),
  '/templates/:id/revisions': () => import('./pages/revisions/revisions-page.tsx'),
  '/templates/:id/revisions/:revision': () => import('./pages/revisions/revisions-page.tsx'),
  '/templates/:id/api': () => import('./pages/api/api-page.tsx'),
};

const routeOf = (path: string, script: PageScript) => ({
  path,
  lazy: () => script().catch(() => ({ Component: PageFault })),
  errorElement: <PageFault />,
  hydrateFallbackElement: <Arriving />,
});

const routesOf = (scripts: PageScripts) =>
  Object.entries(scripts).map(([path, script]) => routeOf(path, script));

/** Opens the pages, after the sign-in has restored the address. Each page is loaded when it is first opened. */
export const openRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      children: [
        ...routesOf(pages),
        {
          ...routeOf('/templates/:id', () => import('./draft/template-frame.tsx')),
          children: routesOf(tabs),
        },
        { path: '/settings', element: <Navigate to="/settings/api-keys" replace /> },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
