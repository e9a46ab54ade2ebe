import type { Page } from 'playwright-core';
import { expect, test } from '../jest.ts';
import {
  foreignHost,
  hostileHosts,
  otherPlaces,
  ownHost,
  renderWithoutGuards,
  withEncoded,
} from '../shared/engine/render/hostile-hosts.ts';
import { renderHtml } from '../shared/engine/render/rendering.ts';
import { openBrowserForFile, openWindow, provokeComplaints } from './harness/browser.ts';
import { launchPackaged } from './harness/chromium.ts';

openBrowserForFile(launchPackaged);

/** Without comments that only Outlook reads: Chromium ignores them. */
const places = [...Object.values(hostileHosts).flat(), ...otherPlaces].filter(
  ({ html }) => !html.startsWith('<!--'),
);

async function openPage(): Promise<Page> {
  provokeComplaints(/./);
  const page = await openWindow();
  await page.route(/./, (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.fulfill({ status: 204 }),
  );
  await page.goto('http://mail.example/');
  return page;
}

async function hostsOf(mails: readonly string[]): Promise<(string | undefined)[]> {
  const page = await openPage();
  return page.evaluate((all) => {
    const properties = [
      'backgroundImage',
      'clipPath',
      'fill',
      'filter',
      'markerMid',
      'mask',
      'stroke',
    ];
    const addressesOf = (element: Element): string[] => {
      const computed = getComputedStyle(element);
      const styles = properties.map(
        (name) => /url\("(.*)"\)/.exec(Reflect.get(computed, name))?.[1],
      );
      const rules = element instanceof HTMLStyleElement ? [...(element.sheet?.cssRules ?? [])] : [];
      const imports = rules.map((rule) => (rule instanceof CSSImportRule ? rule.href : ''));
      const written = ['href', 'src', 'currentSrc', 'action', 'formAction', 'poster']
        .map((name) => Reflect.get(element, name))
        .map((value) => (value instanceof SVGAnimatedString ? value.baseVal : value));
      const sets = ['srcset', 'imagesrcset'].map((name) => element.getAttribute(name));
      return [...written, ...styles, ...imports, ...sets]
        .filter((value) => typeof value === 'string' && value !== '')
        .map((value) => String(value).replace(/ 2x$/, ''));
    };
    const hostOf = (address: string): string => {
      const url = URL.parse(address, 'http://mail.example/');
      return url === null ? 'no address' : url.hostname;
    };
    return all.map((html) => {
      document.body.innerHTML = html;
      const addresses = [...document.body.querySelectorAll('*')].flatMap(addressesOf);
      return addresses.map(hostOf).findLast((host) => host !== 'mail.example');
    });
  }, mails);
}

const isForeign = (host: string | undefined) =>
  host !== undefined && (host === foreignHost || host.endsWith(`.${foreignHost}`));

test('each hostile place leads to another host if values are only escaped', async () => {
  const hosts = await hostsOf(places.map(renderWithoutGuards));

  const own = places.filter((_, index) => !isForeign(hosts[index]));
  expect(own).toEqual([]);
});

const texts = [
  ...new Set(
    places.flatMap(({ variables }) =>
      Object.values(variables).filter((value) => typeof value === 'string'),
    ),
  ),
  ...['/a@evil.test', '?@evil.test', '#@evil.test', '/\\evil.test', '//evil.test', '80', '80/@'],
  ...['a.b', '-', '.', 'x--y', '443?@evil.test'],
];

function renderedOf(html: string, variables: Record<string, unknown>): string[] {
  try {
    return [renderHtml(html, variables)];
  } catch {
    return [];
  }
}

test('no rendered mail leads to a host that a value made', async () => {
  // If the author wrote no host, or may have written none, the caller may choose it.
  const isOwn = (html: string) => /shop|"(?:[/\\]|&sol;){/.test(html) && !html.includes('{{base');
  const written = places.map(({ html }) => html).filter(isOwn);
  const sources = [...written, ...written.map(withEncoded)];
  const mails = sources.flatMap((html) =>
    texts.flatMap((text) =>
      ['', '/', text].flatMap((empty) =>
        renderedOf(html, { path: text, port: text, tenant: text, first: '/a', empty, s: true }),
      ),
    ),
  );
  const unique = [...new Set(mails)];

  const hosts = await hostsOf(unique);

  expect(unique.length).toBeGreaterThan(500);
  const led = unique.filter((_, index) => isForeign(hosts[index]));
  expect(led).toEqual([]);
  expect(hosts.filter((host) => host?.endsWith(ownHost)).length).toBeGreaterThan(500);
});
