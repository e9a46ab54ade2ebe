import { judge, type Pair } from '../../trials/fuzz/templates/browser/judge.ts';
import { MailReader } from '../../trials/fuzz/templates/browser/mail-reader.ts';
import { afterAll, expect, test } from '../jest.ts';
import { withEncoded } from '../shared/engine/render/hostile-hosts.ts';
import { hostilePlaces, renderWithoutGuards } from '../shared/engine/render/hostile-places.ts';
import { problemsOf } from '../shared/engine/render/problems-of.ts';
import { renderHtml } from '../shared/engine/render/rendering.ts';
import { launchPackaged } from './harness/chromium.ts';

const browser = await launchPackaged();
const reader = await MailReader.open(browser);
afterAll(() => browser?.close());

const harmless = { url: 'x', utm: 'x', name: 'x' };

/** The mail, and the same mail with harmless values; empty if the template or a value is refused. */
function renderedOf(html: string, variables: Readonly<Record<string, string>>): Pair[] {
  if (problemsOf({ html }).length > 0) return [];
  try {
    return [{ hostile: renderHtml(html, variables), plain: renderHtml(html, harmless) }];
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

const variables: readonly Record<string, string>[] = [
  ...hostile.map((text) => Object.fromEntries(names.map((name) => [name, text]))),
  ...hostile.map((text) => ({ url: 'javascript', utm: text, name: text })),
  { url: 'https://a.example', utm: 'b', name: 'c' },
];

/** Templates that accept most values, in places that look like the hostile ones. */
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

const rendered = Object.entries(templates).map(([what, sources]): [string, Pair[]] => {
  const all = [...sources, ...sources.map(withEncoded)];
  const pairs = all.flatMap((html) => variables.flatMap((one) => renderedOf(html, one)));
  return [what, [...new Map(pairs.map((pair) => [pair.hostile, pair])).values()]];
});

test.each(Object.entries(hostilePlaces))(
  'in a real browser %s runs a script if values are only escaped',
  async (_, places) => {
    const mails = places.map(renderWithoutGuards);

    const readings = await reader.readAll(mails);

    expect(mails.filter((_mail, index) => readings[index]?.ran !== true)).toEqual([]);
  },
);

test.each(rendered.filter(([, pairs]) => pairs.length > 0))(
  'in a real browser %s runs no script and opens no attribute in what is saved and rendered',
  async (_, pairs) => {
    expect(await judge(reader, pairs)).toEqual([]);
  },
);
