import { randomBytes } from 'node:crypto';
import {
  inLanguage,
  type LoadedTemplate,
  templateLoader,
} from '../../../../shared/adapters/tables/template-loader.ts';
import { renderMail } from '../../../../shared/engine/render/render-template.ts';
import type { ManageProblem } from '../../../../shared/manage/manage-error.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../jest.ts';
import * as stored from './stored-templates.ts';

const { at, ports, problemsOf, push, rollBack, show } = await stored.storedTemplates();

const template: typeof stored.template = (templateId, html, more) =>
  stored.template(templateId, html, { language: 'en', ...more });
/** A partial in English, and in further languages. */
const partial = (
  templateId: string,
  html: string,
  languages: Record<string, string>,
  more: Partial<TemplateSource> = {},
) =>
  stored.partial(templateId, html, { language: 'en', languages: inEach(languages, ''), ...more });

const inEach = (htmls: Record<string, string>, subject: string) =>
  Object.fromEntries(Object.entries(htmls).map(([tag, html]) => [tag, { subject, html }]));
const inPt = (html: string, subject = 'Olá') => ({ pt: { subject, html } });

const load = (id: string) => templateLoader(ports.templates)(at.account, id);

/** The mail of a template in the language that fits best. */
async function mailOf(id: string, language?: string) {
  const loaded = inLanguage((await load(id)) as LoadedTemplate, language);
  const rendering = await renderMail(loaded.compiled, {});
  if (rendering.outcome !== 'rendered') throw new Error('A variable is missing');
  const { subject, html, text } = rendering;
  return { language: loaded.language, subject, html, text };
}

const htmlOf = async (id: string, language?: string) => (await mailOf(id, language)).html;

const welcome = template('welcome', '<p>Hello</p>', {
  text: 'HELLO',
  languages: {
    pt: { subject: 'Olá', html: '<p>Olá</p>' },
    'zh-Hant': { subject: '你好', html: '<p>你好</p>', text: '你好！' },
  },
});
const english = { language: 'en', subject: 'Hello', html: '<p>Hello</p>', text: 'HELLO' };

test('a mail is whole in the language that fits best: subject, HTML and text', async () => {
  await push(welcome);

  const portuguese = { language: 'pt', subject: 'Olá', html: '<p>Olá</p>', text: 'Olá' };
  const chinese = { language: 'zh-Hant', subject: '你好', html: '<p>你好</p>', text: '你好！' };
  expect(await mailOf('welcome', 'pt-BR')).toEqual(portuguese);
  expect(await mailOf('welcome', 'zh-Hant-TW')).toEqual(chinese);
  expect(await mailOf('welcome', 'en-GB')).toEqual(english);
});

test('a change of one language is a new revision, and a rollback brings back all languages', async () => {
  await push(welcome);
  const changed = { ...welcome, languages: { ...welcome.languages, ...inPt('<p>Oi</p>') } };
  const [pushed] = await push(changed);
  await rollBack('welcome', 1);

  expect(pushed?.changes).toEqual(['languages']);
  expect((await show('welcome')).source).toMatchObject(welcome);
  expect(await htmlOf('welcome', 'pt')).toBe('<p>Olá</p>');
});

const footer = partial('footer', 'Bye', { pt: 'Tchau' });

test('a warm template that takes partials is loaded with one read in each of its languages', async () => {
  const languages = inEach({ pt: 'Olá {{> footer}}', de: 'Hallo {{> footer}}' }, 'Subject');
  await push(footer, template('welcome', 'Hello {{> footer}}', { languages }));

  const reads = await at.withFaults(
    () => 'pass',
    async ({ templates }, calls) => {
      const loadWarm = templateLoader(templates);
      const counts: number[] = [];
      for (const language of ['en', 'pt', 'de', 'pt']) {
        const before = calls.length;
        inLanguage((await loadWarm(at.account, 'welcome')) as LoadedTemplate, language);
        counts.push(calls.length - before);
      }
      return counts;
    },
  );

  expect(reads).toEqual([2, 1, 1, 1]);
});

test('a template takes a partial in its own language, and each partial falls back alone', async () => {
  await push(
    template('welcome', 'Hello {{> footer}} {{> legal}}', {
      languages: inEach(
        {
          pt: 'Olá {{> footer}} {{> legal}}',
          'pt-BR': 'Oi {{> footer}} {{> legal}}',
          de: 'Hallo {{> footer}} {{> legal}}',
        },
        'Subject',
      ),
    }),
    footer,
    stored.partial('legal', 'Ltd'),
  );

  const tags = ['en', 'pt', 'pt-BR', 'de'];
  expect(await Promise.all(tags.map((tag) => htmlOf('welcome', tag)))).toEqual([
    ...['Hello Bye Ltd', 'Olá Tchau Ltd', 'Oi Tchau Ltd', 'Hallo Bye Ltd'],
  ]);
});

test('a template that is written in pt takes a partial in pt, although the partial has another default', async () => {
  await push(footer, template('ola', 'Olá {{> footer}}', { language: 'pt' }));

  expect(await htmlOf('ola')).toBe('Olá Tchau');
});

test('a layout is taken in the language too, with its text', async () => {
  const inPortuguese = { pt: '<div>Topo {{> content}}</div>' };
  const text = 'Top\n{{> content}}';
  const base = partial('base', '<div>Top {{> content}}</div>', inPortuguese, { text });
  const pt = { subject: 'Olá', html: '<p>Olá</p>', text: 'OLÁ' };
  await push(
    base,
    template('welcome', '<p>Hi</p>', { text: 'HI', layout: 'base', languages: { pt } }),
  );

  expect(await mailOf('welcome')).toMatchObject({
    html: '<div>Top <p>Hi</p></div>',
    text: 'Top\nHI',
  });
  // The layout has no text in this language, so the template's own stays.
  expect(await mailOf('welcome', 'pt')).toMatchObject({
    html: '<div>Topo <p>Olá</p></div>',
    text: 'OLÁ',
  });
});

test('a change of a partial in one language saves a template again that takes the partial only in this language', async () => {
  await push(footer, template('welcome', 'Hello', { languages: inPt('Olá {{> footer}}') }));
  const pushed = await push(partial('footer', 'Bye', { pt: 'Até logo' }));

  expect(pushed.map(({ id, because }) => [id, because])).toEqual([
    ['footer', undefined],
    ['welcome', 'footer 2'],
  ]);
  expect(await htmlOf('welcome', 'pt')).toBe('Olá Até logo');
});

test('a partial that takes itself through another language is refused', async () => {
  const problems = await problemsOf(
    partial('a', 'x', { pt: '{{> b}}' }),
    partial('b', '{{> a}}', { pt: 'y' }),
  );

  expect(problems.map(({ templateId, message }) => [templateId, message])).toContainEqual([
    'a',
    'a takes itself: one of its languages takes a partial that takes a in another language. Leave one of the two out',
  ]);
});

test('a problem names the language that it is in, and that of the partial', async () => {
  const problems = await problemsOf(
    template('welcome', 'Hello', {
      languages: {
        ...inPt('Olá\n{{/x}}'),
        de: { subject: '{{', html: '<script>{{> footer}}</script>' },
      },
    }),
    partial('footer', 'Bye', { de: '{{x}}' }),
  );

  expect(problems).toEqual([
    expect.objectContaining({ language: 'de', part: 'subject', line: 1 }),
    expect.objectContaining({
      ...{ language: 'de', part: 'html', partial: 'footer' },
      takenBy: [{ language: 'de', line: 1, column: 9 }],
    }),
    expect.objectContaining({ language: 'pt', part: 'html', line: 2 }),
  ]);
});

test.each<[Partial<TemplateSource>, Partial<ManageProblem>]>([
  [
    { language: 'pt_BR' },
    { part: 'language', message: '"pt_BR" must be a language tag, such as pt or pt-BR' },
  ],
  [
    { language: 'PT-br' },
    { part: 'language', message: '"PT-br" must be a language tag, such as pt-BR' },
  ],
  [
    { languages: { en_GB: { subject: 's', html: 'x' } } },
    { part: 'languages', message: '"en_GB" must be a language tag, such as pt or pt-BR' },
  ],
  [
    { languages: { en: { subject: 's', html: 'x' } } },
    {
      part: 'languages',
      message: 'en is the language of the template itself: leave it out here',
    },
  ],
  [
    { language: undefined, languages: inPt('x') },
    {
      part: 'language',
      message:
        'language is missing: write the tag of the language that the template itself is written in, such as en',
    },
  ],
  [{ languages: inPt(' ') }, { part: 'html', language: 'pt', code: 'empty' }],
  [
    { languages: { pt: { subject: 's', html: 'x', text: '' } } },
    { part: 'text', language: 'pt', code: 'empty' },
  ],
  [{ languages: inPt('\ud800') }, { part: 'html', language: 'pt', code: 'bad-text' }],
  [
    { kind: 'partial', subject: '', languages: inPt('x', 'Olá') },
    { part: 'subject', language: 'pt', message: 'A partial has no subject: leave it out' },
  ],
])('a template is refused with %j', async (more, problem) => {
  expect(await problemsOf(template('welcome', 'Hello', more))).toMatchObject([problem]);
});

test('a template has at most 40 languages, its own included', async () => {
  const tags = Array.from({ length: 40 }, (_, at) => `en-x-${at}`);
  const languages = (count: number) =>
    Object.fromEntries(tags.slice(0, count).map((tag) => [tag, { subject: 's', html: tag }]));

  expect(await problemsOf(template('some', 'x', { languages: languages(39) }))).toEqual([]);
  expect(await problemsOf(template('many', 'x', { languages: languages(40) }))).toMatchObject([
    { part: 'languages', message: 'A template has at most 40 languages, with its own' },
  ]);
});

test('all languages count for the size of a revision, and share what they repeat', async () => {
  const random = randomBytes(120 * 1024).toString('hex');
  const other = randomBytes(160 * 1024).toString('hex');

  expect(await problemsOf(template('same', random, { languages: inPt(`${random}!`) }))).toEqual([]);
  expect(
    await problemsOf(template('other', random, { languages: inPt(other), text: random })),
  ).toEqual([]);
  const third = { de: { subject: 's', html: randomBytes(160 * 1024).toString('hex') } };
  expect(
    await problemsOf(template('third', random, { languages: { ...inPt(other), ...third } })),
  ).toMatchObject([
    {
      code: 'too-large',
      message: expect.stringContaining('with its languages, and at most 380 KB'),
    },
  ]);
});

test('languages that compress to almost nothing, but that a function could not hold, are refused', async () => {
  const html = 'a'.repeat(500 * 1024);
  const languages = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`en-x-${at}`, { subject: 's', html }]),
  );

  expect(await problemsOf(template('large', html, { languages }))).toMatchObject([
    { code: 'too-large', message: expect.stringContaining('at most 16384 KB can be stored') },
  ]);
});
