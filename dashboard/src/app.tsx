import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { isTransient, retryPauseMs } from './api/problem.ts';
import { laterAlone } from './parts/later.tsx';
import { openRouter } from './router.tsx';
import { SessionEnded } from './sign-in/session-ended.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

// The default uses a timer: at the second click of a double click, the button would still wait for the first.
notifyManager.setScheduler(queueMicrotask);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Repeats a request at most twice after a fault that may pass, and never after a refusal.
      retry: (failures, error) => failures < 2 && isTransient(error),
      // If the fault is still there, repeats the request every `retryPauseMs` while a page shows the query.
      refetchInterval: ({ state }) => (isTransient(state.error) ? retryPauseMs : false),
      staleTime: 5_000,
      // Offline, a request fails at once and says so, rather than waiting without a word.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const Notifications = laterAlone(async () => ({
  default: (await import('./parts/popups.ts')).Notifications,
}));

export function App() {
  const [router] = useState(openRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <NotificationsOnceNeeded />
        <SessionEnded />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The browser loads the notifications with the first one. */
function NotificationsOnceNeeded() {
  const isNeeded = useNotifications().notifications.length > 0;
  const [wasNeeded, setNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setNeeded(true);
  return wasNeeded && <Notifications position="bottom-right" />;
}
