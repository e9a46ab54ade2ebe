import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const content = (html: string) => ({ status: 200, body: { html, subject: 'Hello' } });

describe('a section', () => {
  test.each<[string, string, object, string]>([
    ['a list, once for each item', '{{#l}}({{x}}){{/l}}', { l: [{ x: 1 }, { x: 2 }] }, '(1)(2)'],
    ['a list of values', '{{#l}}[{{.}}]{{/l}}', { l: ['a', 0, false] }, '[a][0][false]'],
    ['an object, once', '{{#o}}{{x}}{{/o}}', { o: { x: 1 } }, '1'],
    ['an empty object too', '{{#o}}in{{/o}}', { o: {} }, 'in'],
    ['a text, which is its item', '{{#s}}({{.}}){{/s}}', { s: 'Ada' }, '(Ada)'],
    ['a number, which is its item', '{{#n}}({{.}}){{/n}}', { n: 7 }, '(7)'],
    ['true, in which the outer values stay', '{{#t}}{{x}}{{/t}}', { t: true, x: 1 }, '1'],
    ['a dotted name', '{{#a.b}}{{.}}{{/a.b}}', { a: { b: [1, 2] } }, '12'],
  ])('a section is entered for %s', async (_, html, variables, rendered) => {
    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content(rendered));
  });

  test('a section sees the outer values from the inside, the inner ones first', async () => {
    const html = '{{#l}}{{x}}{{y}}{{#m}}{{x}}{{y}}{{z}}{{/m}};{{/l}}';
    const variables = {
      x: 'X',
      y: 'Y',
      l: [
        { x: 'a', m: { z: 'c' } },
        { y: 'b', m: { z: 'd' } },
      ],
    };

    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content('aYaYc;XbXbd;'));
  });

  test('a section looks for a dotted name in the innermost scope that has its first name', async () => {
    const html = '{{#l}}{{a.b|none}};{{/l}}';
    const variables = { a: { b: 'outer' }, l: [{ a: {} }, { a: { b: 'inner' } }, {}] };

    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content('none;inner;outer;'));
  });

  test.each([
    ['false', { v: false }],
    ['null', { v: null }],
    ['a missing value', {}],
    ['[]', { v: [] }],
    ['""', { v: '' }],
    ['0', { v: 0 }],
  ])('a section is skipped for %s, and the inverted section entered', async (_, variables) => {
    const html = '{{#v}}section{{/v}}{{^v}}inverted{{/v}}';

    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content('inverted'));
  });

  test.each<[string, unknown]>([
    ['true', true],
    ['a list', [0]],
    ['a text', ' '],
    ['an object', {}],
    ['a number', -1],
  ])('an inverted section is skipped for %s', async (_, v) => {
    const answer = await renderDraft(account, { html: '{{^v}}inverted{{/v}}.' }, { v });

    expect(answer).toEqual(content('.'));
  });

  test('a section can test the length of a list', async () => {
    const html = '{{#l.length}}{{l.length}} items{{/l.length}}';

    const answer = await renderDraft(account, { html }, { l: ['a', 'b'] });

    expect(answer).toEqual(content('2 items'));
  });

  test('a section can contain another one of the same name', async () => {
    const html = '{{#l}}({{#l}}{{.}}{{/l}}){{/l}}';

    const answer = await renderDraft(account, { html }, { l: [{ l: [1, 2] }, { l: [] }] });

    expect(answer).toEqual(content('(12)()'));
  });

  test('a section works in the subject as in the HTML', async () => {
    const draft = { subject: '{{#l}}{{.}},{{/l}}{{^l}}none{{/l}}', html: '<p>' };

    const answers = await Promise.all([
      renderDraft(account, draft, { l: [1, 2] }),
      renderDraft(account, draft, {}),
    ]);

    expect(answers.map(({ body }) => body)).toEqual([
      { html: '<p>', subject: '1,2,' },
      { html: '<p>', subject: 'none' },
    ]);
  });
});

describe('a tag that is alone on its line', () => {
  test('a section tag that is alone on its line removes the line', async () => {
    const html = '<ul>\n  {{#l}}\n  <li>{{.}}</li>\n  {{/l}}\n  {{! a note }}\n</ul>\n';

    const answer = await renderDraft(account, { html }, { l: [1, 2] });

    expect(answer).toEqual(content('<ul>\n  <li>1</li>\n  <li>2</li>\n</ul>\n'));
  });
});

describe('a comment', () => {
  test.each(['a{{! note }}b', 'a{{!}}b', 'a{{! over\ntwo lines }}b', 'a{{!# | > = }}b'])(
    'a comment prints nothing: %j',
    async (html) => {
      const answer = await renderDraft(account, { html });

      expect(answer).toEqual(content('ab'));
    },
  );
});
