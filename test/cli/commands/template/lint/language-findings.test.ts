import { judge } from '../../../../../cli/commands/template/lint/finding.ts';
import { lintTemplate } from '../../../../../cli/commands/template/lint/lint-template.ts';
import type {
  LanguageSource,
  TemplateSource,
} from '../../../../../shared/manage/templates/template-source.ts';
import { expect, test } from '../../../../jest.ts';

/** The findings in a template in English and Portuguese, as `code language part line:column`. */
async function lint(
  own: Partial<TemplateSource>,
  pt: Partial<LanguageSource>,
  partials: readonly TemplateSource[] = [],
) {
  const source = {
    ...{ templateId: 'a', name: 'A', subject: 'Hello', html: '<p>Good morning, you</p>' },
    ...own,
    language: 'en',
    languages: { pt: { subject: 'Olá', html: '<p>Bom dia para todos</p>', ...pt } },
  };
  const known = new Map(partials.map((one) => [one.templateId, { source: one, revision: 1 }]));
  const findings = judge(await lintTemplate(source, known, null), {});
  return findings.map(({ code, language, part, line, column, pointer }) =>
    [code, language, part, pointer ?? (line && `${line}:${column}`)].filter(Boolean).join(' '),
  );
}

const footer: TemplateSource = {
  kind: 'partial',
  ...{ templateId: 'footer', name: 'Footer', subject: '' },
  ...{ html: 'Our shop in Lisbon', language: 'en' },
};

test('lint finds nothing in a sound template of two languages', async () => {
  const found = await lint(
    { html: '<html lang="en"><p>Good morning {{name}}</p>', testData: { name: 'Ada' } },
    { html: '<html lang="pt-BR"><p>Bom dia {{name}}, {{title|Sra.}}</p>' },
  );

  expect(found).toEqual([]);
});

const findings: Record<string, [Partial<TemplateSource>, Partial<LanguageSource>, string[]]> = {
  'a variable that only one language requires is an error at its place': [
    { html: 'Good morning {{name}}', testData: { name: 'Ada', plan: 'pro' } },
    { html: 'Bom dia {{name}}\n em {{plan}}' },
    ['language-variable pt html 2:5'],
  ],
  'a variable that a language lacks is a warning in its file': [
    { html: 'Good morning {{name}} {{plan|free}}', testData: { name: 'Ada' } },
    { html: 'Bom dia {{name}}' },
    ['missing-in-language pt html'],
  ],
  'a lang that contradicts the language of the file is a warning': [
    { html: '<html lang="de"><p>Good morning, you</p>' },
    { html: '<html lang="en">\n<p>Bom dia para todos</p>' },
    ['html-lang html 1:7', 'html-lang pt html 1:7'],
  ],
  'a lang that is a variable, or none, is not compared': [
    { html: '<html lang="{{tag|de}}"><p>Good morning, you</p>' },
    { html: '<html lang="{{tag|de}}"><html lang=""><p>Bom dia para todos</p>' },
    [],
  ],
  'a language is checked as the template itself is': [
    { testData: { unused: 1 } },
    { subject: '', html: '<img src="http://a">{{{raw|x}}}' },
    [
      'unknown-test-data testData /unused',
      'empty-subject pt subject',
      'missing-text pt html',
      'raw-placeholder pt html 1:21',
      'insecure-link pt html 1:11',
      'missing-alt pt html 1:1',
    ],
  ],
  'test data that one language uses is used': [
    { html: 'Good morning {{name}}', testData: { name: 'Ada', title: 'Dra.' } },
    { html: 'Bom dia {{title|Sra.}} {{name}}' },
    [],
  ],
};

test.each(Object.entries(findings))('%s', async (_, [own, pt, expected]) => {
  expect(await lint(own, pt)).toEqual(expected);
});

test('a partial that is not in a language is a warning where the language takes it', async () => {
  const own = { html: 'Good morning, you {{> footer}}' };
  const pt = { html: 'Bom dia para todos\n{{> footer}}' };
  const translated = {
    ...footer,
    languages: { pt: { subject: '', html: 'A nossa loja em Lisboa' } },
  };

  expect(await lint(own, pt, [footer])).toEqual(['partial-language pt html 2:1']);
  expect(await lint(own, pt, [translated])).toEqual([]);
});
