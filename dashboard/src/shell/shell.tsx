import './frame.css';
import { Anchor, Burger } from '@mantine/core';
import { useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useAccount } from '../api/account.ts';
import { ServiceProblem } from '../api/problem.ts';
import { NoAccount, OtherAccount } from '../sign-in/account-pages.tsx';
import { Connection } from './connection.tsx';
import { Brand, MainMenu } from './main-menu.tsx';
import { type Overlay, Overlays } from './overlays.tsx';

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const isPhone = useMediaQuery('(max-width: 48em)');
  const { pathname, search } = useLocation();
  const { error } = useAccount();
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
