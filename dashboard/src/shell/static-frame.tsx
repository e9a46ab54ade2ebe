import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { localSession, openSession } from '../sign-in/session.ts';
import { cssVariablesResolver, theme } from '../theme.ts';
import { ArrivingPage, arrivals } from './arriving.tsx';
import { Shell } from './shell.tsx';
import styles from './static-frame.css?inline';

/**
 * The frame around each page, with its styles, and the outlines of all pages, of which `arrival.ts` shows one. The
 * build runs this.
 */
export function staticFrame(): string {
  openSession(localSession(null));
  const outlines = arrivals.map((arrival) => (
    <ArrivingPage key={arrival.at} {...arrival} isHidden />
  ));
  // No page has this address, so no place of the menu is the current one.
  const router = createMemoryRouter(
    [{ element: <Shell />, children: [{ path: '*', element: outlines }] }],
    { initialEntries: ['/-'] },
  );
  const drawn = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  // Mantine's provider draws the theme's variables as a style of its own.
  const sheets = /<style[^>]*>([\s\S]*?)<\/style>/g;
  const css = [styles, ...[...drawn.matchAll(sheets)].map(([, sheet]) => sheet)].join('');
  return withoutUnused(css, drawn.replace(sheets, ''));
}

/** Without the rules of classes and the variables that the frame does not use: most of Mantine's. */
function withoutUnused(css: string, html: string): string {
  const page = `<style>${css}</style>${html}`;
  const has = (selector: string) =>
    (selector.match(/\.[\w-]+/g) ?? []).every((name) => html.includes(name.slice(1)));
  const rest = css
    .replace(/([^{}@;]+)\{[^{}]*\}/g, (rule, selectors: string) =>
      selectors.split(',').some(has) ? rule : '',
    )
    .replace(/(--mantine-[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name) =>
      page.includes(`var(${name}`) ? declaration : '',
    );
  return rest === css ? page : withoutUnused(rest, html);
}
