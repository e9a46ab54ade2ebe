import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const content = (html: string, subject = 'Hello') => ({ status: 200, body: { html, subject } });

describe('in HTML', () => {
  test('a value is escaped: & < > " \' { and }', async () => {
    const html = '<p title="{{value}}">{{value}}</p>';

    const answer = await renderDraft(account, { html }, { value: `&<>"'{}/=\`é` });

    const escaped = '&amp;&lt;&gt;&quot;&#39;&#123;&#125;/=`é';
    expect(answer).toEqual(content(`<p title="${escaped}">${escaped}</p>`));
  });

  test.each(['{{{value}}}', '{{&value}}', '{{& value }}'])(
    'in HTML %s prints the value unescaped',
    async (html) => {
      const answer = await renderDraft(account, { html }, { value: '<b class="x">\'&amp;</b> {}' });

      expect(answer).toEqual(content('<b class="x">\'&amp;</b> {}'));
    },
  );
});

test('{{%name}} percent-encodes a value in the HTML, the subject and the text, and in a derived text', async () => {
  const address = 'https://shop.example/?name={{%name}}&as={{%as|a b}}';
  const draft = { subject: address, html: `<a href="${address}">Go</a>` };
  const variables = { name: 'x&role=admin# \ud800' };
  const encoded = 'https://shop.example/?name=x%26role%3Dadmin%23%20%EF%BF%BD&as=a b';
  const html = `<a href="${encoded}">Go</a>`;

  const rendered = await renderDraft(account, draft, variables);
  const derived = await executeDraft(account, draft, { variables });
  const written = await executeDraft(account, { ...draft, text: address }, { variables });

  const sent = { success: true, type: 'callback', subject: encoded, html };
  expect(rendered).toEqual(content(html, encoded));
  expect(derived).toEqual({ status: 200, body: { ...sent, text: `Go (${encoded})` } });
  expect(written).toEqual({ status: 200, body: { ...sent, text: encoded } });
});

describe('in subject and text', () => {
  test('in subject and text nothing is escaped', async () => {
    const value = `&<>"'{}{{x}}`;
    const draft = { subject: '{{value}}', html: '<p>', text: '{{value}} {{{value}}} {{x|<&>}}' };

    const rendered = await renderDraft(account, draft, { value });
    const executed = await executeDraft(account, draft, { variables: { value } });

    expect(rendered).toEqual(content('<p>', value));
    expect(executed).toEqual({
      status: 200,
      body: {
        ...{ success: true, type: 'callback', subject: value, html: '<p>' },
        text: `${value} ${value} <&>`,
      },
    });
  });
});

describe('the final HTML has no raw {{', () => {
  test.each<[string, object, string]>([
    ['{{a}}', { a: '{{b}}' }, '&#123;&#123;b&#125;&#125;'],
    ['{{{a}}}', { a: '{{b}}' }, '&#123;&#123;b}}'],
    ['{{&a}}', { a: '{{{b}}}' }, '&#123;&#123;{b}}}'],
    ['{{{a}}}{{{b}}}', { a: 'x{', b: '{y' }, 'x{&#123;y'],
    ['{{{a}}}{{b}}', { a: '{', b: '{' }, '{&#123;'],
    ['{{{a}}}{{c|}}{{{b}}}', { a: '{', b: '{' }, '{&#123;'],
    ['{{#items}}{{{.}}}{{/items}}', { items: ['{', '{', '{'] }, '{&#123;{'],
    ['{{a|{}}', {}, '{'],
  ])('the final HTML never has a raw {{: %s with %j', async (html, variables, rendered) => {
    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content(rendered));
  });
});

describe('braces as entities', () => {
  test('braces that are written as entities are text, not a placeholder, and print as braces in the plain text', async () => {
    const html = '<p>&#123;&#123;x&#125;&#125; &lbrace;&lbrace;x}} {{x}}</p>';

    const answer = await executeDraft(account, { html }, { variables: { x: 'Ada' } });

    expect(answer).toEqual({
      status: 200,
      body: {
        ...{ success: true, type: 'callback', subject: 'Hello' },
        html: '<p>&#123;&#123;x&#125;&#125; &lbrace;&lbrace;x}} Ada</p>',
        text: '{{x}} {{x}} Ada',
      },
    });
  });
});
