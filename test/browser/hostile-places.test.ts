import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hostilePlaces, renderWithoutGuards } from '../shared/render/hostile-places.ts';
import { problemsOf } from '../shared/render/problems-of.ts';
import { renderHtml } from '../shared/render/rendering.ts';
import { openBrowserForFile, openWindow, provokeComplaints } from './harness/browser.ts';
import { launchPackaged } from './harness/chromium.ts';

openBrowserForFile(launchPackaged);

/** A mail, whether its script ran, and its attributes that run script. */
type Shown = { readonly html: string; readonly ran: boolean; readonly programs: string[] };

/** Frames that are open at once. */
const framesAtOnce = 40;

/** A page from which no link leads away: its other requests have no document for an answer. */
async function openPage(): Promise<Page> {
  provokeComplaints(/./);
  const page = await openWindow();
  await page.route(/^https?:/, (route) =>
    new URL(route.request().url()).pathname === '/page'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.fulfill({ status: 204 }),
  );
  await page.goto('http://mail.example/page');
  return page;
}

/** Shows each mail in a frame that nothing holds back, and presses its links. */
async function showAll(mails: readonly string[]): Promise<Shown[]> {
  const page = await openPage();
  const shown: Shown[] = [];
  for (let first = 0; first < mails.length; first += framesAtOnce) {
    shown.push(...(await page.evaluate(showInFrames, mails.slice(first, first + framesAtOnce))));
  }
  return shown;
}

/** Runs in the page. */
async function showInFrames(mails: string[]): Promise<Shown[]> {
  type Ran = Window & { ran?: number; heard?: () => void };
  const frameOf = (html: string) =>
    new Promise<HTMLIFrameElement>((resolve) => {
      const frame = document.createElement('iframe');
      frame.style.cssText = 'width: 90px; height: 30px';
      frame.onload = () => resolve(frame);
      frame.srcdoc = `<!doctype html>${html}`;
      document.body.append(frame);
    });
  const programsIn = (inside: Document) =>
    [...inside.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            (!['alt', 'title'].includes(name) && /^\s*javascript:/i.test(value)),
        )
        .map(({ name }) => `${element.localName} ${name}`),
    );
  const press = (inside: Document) => {
    for (const link of inside.querySelectorAll('a')) {
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  };
  // A link of the test's own runs after all that were pressed before it.
  const hearLast = (inside: Document, window: Ran) =>
    new Promise<void>((resolve) => {
      window.heard = resolve;
      const link = inside.createElement('a');
      link.href = 'javascript:window.heard()';
      inside.documentElement.append(link);
      link.click();
    });
  const show = async (html: string): Promise<Shown> => {
    const frame = await frameOf(html);
    const { contentDocument: inside } = frame;
    const window = frame.contentWindow as Ran | null;
    if (inside === null || window === null) throw new Error(`The frame shows nothing: ${html}`);
    // Short animations are over then, and each has set its address at the second frame.
    for (const svg of inside.querySelectorAll('svg')) svg.setCurrentTime(1);
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const programs = programsIn(inside);
    press(inside);
    await hearLast(inside, window);
    const ran = window.ran === 1;
    frame.remove();
    return { html, ran, programs };
  };
  return Promise.all(mails.map(show));
}

/** The HTML, or nothing where the template or the value is refused. */
function renderedOf(html: string, variables: Readonly<Record<string, string>>): string[] {
  if (problemsOf({ html }).length > 0) return [];
  try {
    return [renderHtml(html, variables)];
  } catch {
    return [];
  }
}

const names = ['url', 'utm', 'name'];
const hostile = [
  ...['javascript:window.ran=1', ' JavaScript:window.ran=1', 'java\nscript:window.ran=1'],
  ...['javascript', '#58;window.ran=1', 'colon;window.ran=1', '&#58;window.ran=1'],
  ...['x onerror=window.ran=1 y', '"onerror="window.ran=1', '"><img src=x onerror=window.ran=1>'],
  ...['</title></style><img src=x onerror=window.ran=1>', ']]><img src=x onerror=window.ran=1>'],
];

/** Each value in all places, each behind the name of a scheme, and harmless ones. */
const variables: readonly Record<string, string>[] = [
  ...hostile.map((text) => Object.fromEntries(names.map((name) => [name, text]))),
  ...hostile.map((text) => ({ url: 'javascript', utm: text, name: text })),
  { url: 'https://a.example', utm: 'b', name: 'c' },
];

/** These take most values, in places that look like the hostile ones. */
const harmlessPlaces = [
  '<a href="https://a.example/?{{url}}&{{utm}}">x</a>',
  '<a href="{{url}}&amp;{{utm}}">x</a>',
  '<a href="{{url}}&u={{utm}}">x</a>',
  '<a href="{{url}}&copy{{utm}}">x</a>',
  '<a href="?&{{utm}}">x</a>',
  '<img src=x\talt="{{name}}"\ftitle="\u00a0{{name}}&{{utm}}">',
  '<svg><title>{{name}}</title><style>.a{fill:red}</style><text>{{name}}</text></svg>{{name}}',
  '<svg><![CDATA[ {{name}} ]]></svg><p title="{{name}}">',
  '<svg><desc><title>{{name}}</title></desc></svg><img src=x alt="{{name}}">',
  '<math><mtext><title>{{name}}</title></mtext></math><img src=x alt="{{name}}">',
  '<select><title>{{name}}</title></select><img src=x alt="{{name}}">',
  '<noscript><p title="{{name}}"></p></noscript><img src=x alt="{{name}}">',
];

const templates: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(hostilePlaces).map(([what, places]) => [what, places.map(({ html }) => html)]),
  ),
  'a place that looks like those': harmlessPlaces,
};

/** What is rendered of the templates that are saved with the values that are let pass. */
const rendered = Object.entries(templates).map(([what, sources]): [string, string[]] => {
  const mails = sources.flatMap((html) => variables.flatMap((one) => renderedOf(html, one)));
  return [what, [...new Set(mails)]];
});

describe('in a real browser', () => {
  test.each(Object.entries(hostilePlaces))(
    '%s runs script where values are escaped and nothing else',
    async (_, places) => {
      const shown = await showAll(places.map(renderWithoutGuards));

      expect(shown.filter(({ ran }) => !ran)).toEqual([]);
    },
  );

  test.each(rendered.filter(([, mails]) => mails.length > 0))(
    '%s runs no script and opens no attribute in what is saved and rendered',
    async (_, mails) => {
      const shown = await showAll(mails);

      expect(shown).toHaveLength(mails.length);
      expect(shown.filter(({ ran, programs }) => ran || programs.length > 0)).toEqual([]);
    },
  );
});
