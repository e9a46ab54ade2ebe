import { drawCases } from '../../trials/fuzz/templates/browser/cases.ts';
import { judge } from '../../trials/fuzz/templates/browser/judge.ts';
import { MailReader } from '../../trials/fuzz/templates/browser/mail-reader.ts';
import { afterAll, expect, test } from '../jest.ts';
import { launchPackaged } from './harness/chromium.ts';

const browser = await launchPackaged();
const reader = await MailReader.open(browser);
afterAll(() => browser?.close());

const script = 'window.ran=1';
const image = `<img src=x onerror=${script}>`;
const ran = 'A value ran a script';
const changed = (from: string, to: string) => `A value changed ${from} to ${to}`;
const made = (scheme: string) => `A value made the scheme ${scheme}`;

const broken: readonly string[][] = [
  [
    'an element in a value that was not escaped',
    ...[`<p>${image}</p>`, '<p>x</p>'],
    ...[ran, changed('xhtml <html>', 'xhtml <img src onerror>')],
  ],
  [
    'an attribute in a value without quotes',
    ...[`<img src=x alt=x onerror=${script}>`, '<img src=x alt=x>'],
    ...[ran, changed('xhtml <img src alt>', 'xhtml <img src alt onerror>')],
  ],
  [
    'an attribute that runs nothing',
    ...[
      '<p title="" lang="x">',
      '<p title="">',
      changed('xhtml <p title>', 'xhtml <p title lang>'),
    ],
  ],
  [
    'an event handler that waits for the focus',
    ...[`<input onfocus="${script}">`, '<input>'],
    ...[ran, changed('xhtml <input>', 'xhtml <input onfocus>')],
  ],
  [
    'an element that a value hides',
    ...['<b>x</b><!-- <i></i> -->', '<b>x</b><i></i>', changed('xhtml <i>', 'xhtml <html>')],
  ],
  [
    'an element that only a reader without scripts sees',
    ...['<noscript><b></b></noscript>', '<noscript>x</noscript>', changed('the end', 'xhtml <b>')],
  ],
  [
    'an element inside of <template>',
    ...['<template><b></b></template>', '<template>x</template>'],
    changed('xhtml <body>', 'xhtml <b>'),
  ],
  [
    'an element that only Outlook sees',
    ...[`<!--[if mso]>${image}<![endif]-->`, '<!--[if mso]>x<![endif]-->'],
    ...[ran, changed('xhtml <html>', 'xhtml <img src onerror>')],
  ],
  [
    'a link that runs a script',
    ...[`<a href="javascript:${script}">x</a>`, '<a href="x">x</a>', ran, made('javascript')],
  ],
  [
    'a link that runs a script once its entities are read',
    ...[`<a href="&#32;java&Tab;script&colon;${script}">x</a>`, '<a href="x">x</a>'],
    ...[ran, made('javascript')],
  ],
  [
    'a link that an animation sets',
    `<svg><a href="#"><animate attributeName="href" values="javascript:${script}" dur="9s"/></a></svg>`,
    '<svg><a href="#"><animate attributeName="href" values="x" dur="9s"/></a></svg>',
    ...[ran, made('javascript')],
  ],
  [
    'a frame that runs its address',
    ...[`<iframe src="javascript:${script}"></iframe>`, '<iframe src="x"></iframe>'],
    ...[ran, made('javascript')],
  ],
  [
    'a scheme that runs nothing by itself',
    ...['<a href="data:text/html,x">x</a>', '<a href="x">x</a>', made('data')],
  ],
  [
    'a style that fetches',
    ...['<p style="background:url(data:x)">', '<p style="background:red">', made('data')],
  ],
  ...[
    ['a style', '<p style="background:url(https://shop.example{{path}})">'],
    ['an import', '<style>@import "https://shop.example{{path}}"</style>'],
    ['an attribute of SVG', '<svg><g fill="url(https://shop.example{{path}}#x)"/></svg>'],
    ['a set of pictures', '<link imagesrcset="https://shop.example{{path}} 1x">'],
  ].map(([where = '', html = '']) => [
    `a host in ${where}`,
    ...['.enemy.example/', '/x'].map((path) => html.replace('{{path}}', path)),
    'A value made the host shop.example.enemy.example',
  ]),
  [
    'a host after one slash',
    ...['<a class="own" href="//enemy.example/">', '<a class="own" href="/x">'],
    'A value made the host enemy.example',
  ],
  [
    'a rule in a style',
    ...['<style>p{color:red}b{}</style>', '<style>p{color:x}</style>', changed('p {}', 'b {}')],
  ],
];

test.each(broken)('the judge finds %s', async (_, hostile = '', plain = '', ...faults) => {
  const pair = { hostile, plain };

  expect(await judge(reader, [pair])).toEqual([{ pair, faults }]);
});

test('the judge finds each broken mail among sound ones, and no sound one', async () => {
  const pairs = broken.map(([, hostile = '', plain = '']) => ({ hostile, plain }));
  const whole = pairs.map(({ plain }) => ({ hostile: plain, plain }));

  const judged = await judge(reader, [...whole, ...pairs, ...whole]);

  expect(judged.map(({ pair }) => pair)).toEqual(pairs);
});

test('the judge finds nothing in mails that are saved and rendered', async () => {
  const seed = Date.now() % 100_000;

  const judged = await judge(reader, [...drawCases({ runs: 300, seed })]);

  expect({ seed, judged }).toEqual({ seed, judged: [] });
});
