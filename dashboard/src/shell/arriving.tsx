import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { FiguresWait, LinesWait, RowsWait, TemplateWait } from '../parts/skeletons.tsx';
import { isAt, nameIn } from './address.ts';
import { mainPlaces, settingsPlaces } from './places.ts';

interface Arrival {
  /** The address of the page; with a slash at its end, of all pages below it. */
  at: string;
  /** Default: the name in the address. */
  title?: string;
  shape: ReactNode;
}

const shapes: Readonly<Record<string, ReactNode>> = {
  '/': <FiguresWait />,
  '/docs/api': <LinesWait />,
  '/settings/account': <LinesWait />,
};

/** What stands in the place of each page until its script is there. */
export const arrivals: readonly Arrival[] = [
  ...[...mainPlaces, ...settingsPlaces].map(({ to, label }) => ({
    ...{ at: to, title: label, shape: shapes[to] ?? <RowsWait /> },
  })),
  { at: '/messages/', title: 'Message', shape: <LinesWait /> },
  { at: '/recipients/', shape: <RowsWait /> },
  { at: '/templates/', shape: <TemplateWait /> },
];

export function Arriving() {
  const { pathname } = useLocation();
  const arrival = arrivals.find(({ at }) => isAt(pathname, at));
  return arrival && <ArrivingPage title={nameIn(pathname)} {...arrival} />;
}

interface ArrivingPageProps extends Arrival {
  isHidden?: boolean;
}

/** Its title is no heading, because a reader who jumps to the heading wants the page. */
export function ArrivingPage({ at, title, shape, isHidden = false }: ArrivingPageProps) {
  return (
    <Stack
      gap="lg"
      className="arriving"
      role="status"
      aria-busy
      aria-label="Loading"
      data-at={at}
      hidden={isHidden}
    >
      <div className="arriving-title">{title}</div>
      {shape}
    </Stack>
  );
}
