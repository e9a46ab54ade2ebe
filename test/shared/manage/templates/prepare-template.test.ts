import { randomBytes } from 'node:crypto';
import { decodeRevision } from '../../../../shared/adapters/tables/revision-format.ts';
import { callbackPlan } from '../../../../shared/engine/flow/plan.ts';
import { prepareTemplate } from '../../../../shared/manage/templates/prepare-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';

const source: TemplateSource = {
  templateId: 'welcome',
  name: 'Welcome',
  subject: 'Hello {{name}}',
  html: '<p>Hello {{name|you}}</p>',
};

const providerFlow = (from: string) => ({
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from },
  ],
  edges: [{ from: 'mail', to: 'send' }],
});

async function problemsOf(changes: Partial<TemplateSource>) {
  const preparation = await prepareTemplate({ ...source, ...changes });
  return preparation.ok ? [] : preparation.problems;
}

test('preparing a template makes the revision that will be stored, with its programs', async () => {
  const preparation = await prepareTemplate({ ...source, testData: { name: 'Ada' } });

  expect(preparation).toMatchObject({ ok: true, prepared: { flowStatus: 'none' } });
  if (!preparation.ok) return;
  const { prepared } = preparation;
  const { name, subject, html } = source;
  expect(prepared.revision).toMatchObject({ format: 1, name, subject, html });
  expect(prepared.revision).toMatchObject({ testData: { name: 'Ada' }, plan: callbackPlan });
  expect(JSON.stringify(decodeRevision(prepared.content))).toEqual(
    JSON.stringify(prepared.revision),
  );
});

test('preparing a template derives a text if there is none, and keeps an own text', async () => {
  const derived = await prepareTemplate(source);
  const own = await prepareTemplate({ ...source, text: 'Hello' });
  const raw = await prepareTemplate({ ...source, html: '{{{name}}}' });

  const textTemplates = [derived, own, raw].map(
    (preparation) => preparation.ok && preparation.prepared.revision.textTemplate !== null,
  );
  expect(textTemplates).toEqual([true, false, false]);
});

test.each([
  [providerFlow('Acme <hi@acme.example>'), 'provider'],
  [{ nodes: [{ id: 'mail', type: 'template' }], edges: [] }, 'callback'],
  [undefined, 'none'],
  [null, 'none'],
])('preparing a template knows how the flow %j ends', async (flow, flowStatus) => {
  const prepared = { flowStatus };
  expect(await prepareTemplate({ ...source, flow })).toMatchObject({ ok: true, prepared });
});

test('preparing a template reports all problems at once', async () => {
  const problems = await problemsOf({
    ...{ templateId: 'a/b', name: ' ', subject: '{{name', text: ' ' },
    ...{ html: '<p>\n  {{#items}}</p>', flow: providerFlow('nobody') },
  });

  expect(problems).toEqual([
    expect.objectContaining({ part: 'id', message: expect.stringMatching(/^id must be 1 to 64/) }),
    expect.objectContaining({ part: 'name', message: 'name must not be empty' }),
    expect.objectContaining({ part: 'text', message: expect.stringMatching(/^is empty/) }),
    expect.objectContaining({ part: 'subject', line: 1, column: 1 }),
    expect.objectContaining({ part: 'html', line: 2, column: 3 }),
    expect.objectContaining({ part: 'flow', pointer: '/nodes/1/from' }),
  ]);
  expect(problems.map(({ templateId }) => templateId)).toEqual(Array(6).fill('a/b'));
});

test.each<[Partial<TemplateSource>, string]>([
  [{ html: 'x'.repeat(512 * 1024 + 1) }, 'html'],
  [{ text: 'x'.repeat(256 * 1024 + 1) }, 'text'],
  [{ subject: 'x'.repeat(4 * 1024 + 1) }, 'subject'],
  [{ testData: { x: 'x'.repeat(64 * 1024) } }, 'testData'],
  [{ html: '\n' }, 'html'],
  [{ html: 'half a pair: \ud83d' }, 'html'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ templateId: 'x'.repeat(65) }, 'id'],
  [{ flow: 'none' }, 'flow'],
  [{ secret: Array(101).fill('code') }, 'secret'],
])('a template beyond a limit is refused (%#)', async (changes, part) => {
  const problems = await problemsOf(changes);

  expect(problems.map((problem) => problem.part)).toEqual([part]);
});

const badKeep = 'keep must be a number of days from 1d to 30d, such as 7d';
const badSecret = 'secret must be a list of names of variables, such as code or user.code';
const badTags =
  'tags must be at most 10 different words of letters, digits, spaces, hyphens and underscores, such as billing, of 32 characters each';
const withBad = (part: string, changes: Partial<TemplateSource>, message: string) =>
  [changes, part, message] as const;

test.each([
  ...['0d', '31d', '7', '07d', '1.5d', '-1d', '7D', ' 7d', '1w', ''].map((keep) =>
    withBad('keep', { keep }, badKeep),
  ),
  ...['', 'a code', '{{code}}', '.code', 'user..code', 'user.', 'x'.repeat(201)].map((name) =>
    withBad('secret', { keep: '7d', secret: ['code', name] }, badSecret),
  ),
  ...[['a', 'a'], [''], [' a'], ['a,b'], ['x'.repeat(33)], Array.from('abcdefghijk')].map((tags) =>
    withBad('tags', { tags }, badTags),
  ),
])('a template with %j is refused', async (changes, part, message) => {
  const problem = { code: `bad-${part}`, templateId: 'welcome', part, message };

  expect(await problemsOf(changes)).toEqual([problem]);
});

test('a template without keep and secret is stored in the same bytes as one that leaves them out', async () => {
  const [without, absent] = await Promise.all([
    prepareTemplate(source),
    prepareTemplate({ ...source, keep: undefined, secret: undefined }),
  ]);
  if (!without.ok || !absent.ok) throw new Error('refused');

  expect(absent.prepared.content).toEqual(without.prepared.content);
  expect(JSON.stringify(without.prepared.revision)).not.toMatch(/keep|secret/);
});

test('a template exactly at each limit is accepted', async () => {
  const problems = await problemsOf({
    templateId: 'x'.repeat(64),
    name: 'ü'.repeat(200),
    subject: 'x'.repeat(4 * 1024),
    html: 'ab'.repeat(256 * 1024),
    text: 'x'.repeat(256 * 1024),
    keep: '30d',
    secret: Array(100).fill('x'.repeat(200)),
    tags: Array.from('abcdefghij', (letter) => letter.repeat(32)),
    testData: { x: 'x'.repeat(64 * 1024 - 8) },
  });

  expect(problems).toEqual([]);
});

test('HTML that is too large to be stored is refused, even within its own limit', async () => {
  const random = randomBytes(380 * 1024).toString('base64');
  const problems = await problemsOf({ html: random.slice(0, 512 * 1024) });

  const message = /^compresses to 38\d KB, and at most 380 KB can be stored: link to images/;
  expect(problems).toEqual([
    {
      ...{ code: 'too-large', templateId: 'welcome', part: 'html' },
      message: expect.stringMatching(message),
    },
  ]);
});
