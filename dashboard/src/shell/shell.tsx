import './frame.css';
import { Anchor, Burger, Paper } from '@mantine/core';
import { useDisclosure, useMediaQuery, useNetwork, useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useAccount } from '../api/account.ts';
import { hasOldData, ServiceProblem } from '../api/problem.ts';
import { IconCloudOff, IconWifiOff } from '../parts/icons.tsx';
import { NoAccount, OtherAccount } from '../sign-in/account-pages.tsx';
import { Brand, MainMenu } from './main-menu.tsx';
import { type Overlay, Overlays } from './overlays.tsx';

/** Few accounts are paused, so other pages do not load its banner. */
const PausedAccount = lazy(() => import('./paused-account.tsx'));

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const { pathname, search } = useLocation();
  const { error, data: account } = useAccount();
  const refusal = error instanceof ServiceProblem ? error.code : '';
  const isElsewhere = refusal === 'other_account' || refusal === 'not_found';
  const isLeaving = useNavigation().state === 'loading';
  // On a phone the menu covers the page: it closes after a choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the place changes
  useEffect(close, [pathname, search]);
  useWindowEvent('dragover', refuseFiles);
  useWindowEvent('drop', refuseFiles);
  const closeWithKey = () => {
    close();
    burger.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is
    <div
      className="frame"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) closeWithKey();
      }}
    >
      <Anchor href="#page" className="skip-link">
        Skip to the page
      </Anchor>
      <header className="frame-header">
        <Brand />
        <Burger
          ref={burger}
          opened={isOpen}
          onClick={toggle}
          size="sm"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={isOpen}
        />
      </header>
      <nav
        className="menu"
        aria-label="Main"
        data-open={isOpen || undefined}
        inert={isPhone === true && !isOpen}
      >
        <MainMenu onSearch={() => setOverlay('palette')} />
      </nav>
      <main id="page" tabIndex={-1} aria-busy={isLeaving} inert={isPhone === true && isOpen}>
        {account?.paused && (
          <Suspense>
            <PausedAccount {...account.paused} />
          </Suspense>
        )}
        {refusal === 'no_account' ? <NoAccount /> : isElsewhere ? <OtherAccount /> : <Outlet />}
      </main>
      <Overlays shown={overlay} onShow={setOverlay} />
      <Connection />
      <ScrollRestoration />
    </div>
  );
}

/** A browser leaves the page for a file that is dropped beside a field. */
function refuseFiles(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

function Connection() {
  const { online } = useNetwork();
  const isOld = useOldData();
  return (
    <div role="status" className="connection">
      {online ? (
        isOld && (
          <Banner>
            <IconCloudOff size={16} aria-hidden /> The service does not answer. What you see may be
            out of date; the page keeps trying.
          </Banner>
        )
      ) : (
        <Banner>
          <IconWifiOff size={16} aria-hidden /> You are offline. What you write stays in this
          window.
        </Banner>
      )}
    </div>
  );
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder shadow="md" mx="md" px="md" py="xs" fz="md">
      {children}
    </Paper>
  );
}

function useOldData(): boolean {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  const read = () => hasOldData(queries);
  return useSyncExternalStore(subscribe, read, read);
}
