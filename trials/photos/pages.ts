import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const routerPath = new URL('../../dashboard/src/router.tsx', import.meta.url);

export interface PhotographedPage {
  route: string;
  path: string;
}

/** Each route of the router, with the ids of things that this dashboard has. */
export async function pagesOf(url: string, only: readonly string[]): Promise<PhotographedPage[]> {
  const router = await readFile(routerPath, 'utf8');
  const routes = [...router.matchAll(/'(\/[^']*)': \(\) => import/g)].map(
    ([, route = '']) => route,
  );
  const ids = await idsOf(url);
  return [...routes, '/nowhere']
    .filter((route) => only.length === 0 || only.some((begin) => route.startsWith(begin)))
    .flatMap((route) => {
      const path = route.replace(/^\/(\w+)\/:\w+/, (whole, kind: string) => {
        const id = route.endsWith('/draft') ? ids.drafted : ids[kind];
        return id === undefined ? whole : `/${kind}/${encodeURIComponent(id)}`;
      });
      const filled = path.replace(':revision', '1');
      // There is none of this kind.
      return filled.includes(':') ? [] : [{ route, path: filled }];
    });
}

const templates = z.object({
  items: z.array(
    z.object({
      ...{ id: z.string(), kind: z.string(), revision: z.number() },
      draft: z.unknown().optional(),
    }),
  ),
});
const messages = z.object({
  items: z.array(z.object({ id: z.string(), to: z.array(z.string()) })),
});

async function idsOf(url: string): Promise<Readonly<Record<string, string | undefined>>> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/manage/v1${path}`)).json();
  const { items } = templates.parse(await read('/templates'));
  const mails = items.filter(({ kind }) => kind !== 'partial');
  const richest = mails.toSorted((one, other) => other.revision - one.revision)[0];
  const [message] = messages.parse(await read('/messages?state=BOUNCED')).items;
  return {
    templates: richest?.id,
    drafted: mails.find(({ draft }) => draft)?.id,
    messages: message?.id,
    recipients: message?.to[0],
  };
}
