import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const content = (html: string, subject = 'Hello') => ({ status: 200, body: { html, subject } });

const returned = (html: string, subject: string, text: string) => ({
  status: 200,
  body: { success: true, type: 'callback', html, subject, text },
});

const name = `Ada <&> "B" 'C'`;
const written = {
  subject: '{{name}} has {{#items}}{{label}}, {{/items}}',
  html: `<p title="{{name}}">{{name}} {{{raw}}} {{user.first|my friend}}</p>
<ul>
  {{#items}}
  <li>{{label}}: {{count|1}}</li>
  {{/items}}
</ul>{{! a note }}{{^paid}}<a href="https://shop.example/?n={{%label}}">Pay {{sum}}</a>{{/paid}}`,
};
const variables = {
  ...{ name, raw: '<b>{{x}}</b>', paid: false, sum: 1e21, label: 'a&b' },
  items: [{ label: 'Pen', count: 2.5 }, { label: 'Ink' }],
};
const escaped = 'Ada &lt;&amp;&gt; &quot;B&quot; &#39;C&#39;';
const html = `<p title="${escaped}">${escaped} <b>&#123;&#123;x}}</b> my friend</p>
<ul>
  <li>Pen: 2.5</li>
  <li>Ink: 1</li>
</ul><a href="https://shop.example/?n=a%26b">Pay 1e+21</a>`;
const subject = `${name} has Pen, Ink,`;

describe('render and execute', () => {
  test('render and execute print placeholders, defaults and sections, and escape values in the HTML alone', async () => {
    const text = '{{name}} {{{raw}}} {{user.first|<&>}}';

    const rendered = await renderDraft(account, written, variables);
    const executed = await executeDraft(account, { ...written, text }, { variables });

    expect(rendered).toEqual(content(html, subject));
    expect(executed).toEqual(returned(html, subject, `${name} <b>{{x}}</b> <&>`));
  });

  test('a missing required variable is a 400 of render that names all, and validation_failed of execute with the first as its field', async () => {
    const draft = { subject: '{{c}}', html: '{{user.name}} {{b}} {{c}}' };

    const rendered = await renderDraft(account, draft, { b: null });
    const executed = await executeDraft(account, draft, {});

    const error = 'Missing required variables: c, user.name, b';
    expect(rendered).toEqual(refusal(400, error));
    expect(executed).toEqual({
      status: 200,
      body: { success: false, type: 'validation_failed', error, field: 'c' },
    });
  });

  test.each([
    ['an array', '{{x|none}}', ['a'], 'x must be a string, number or boolean, found an array'],
    ['an object', '{{&x}}', {}, 'x must be a string, number or boolean, found an object'],
    [
      'an unsafe address',
      '<a href="{{x}}">',
      'javascript:alert(1)',
      'x must be an address with http, https, mailto, tel or cid, or without a scheme',
    ],
    [
      'an unsafe style',
      '<p style="{{x}}">',
      'javascript:alert(1)',
      'x must be a plain CSS value: a colour, a length, a number or names',
    ],
  ])('render and execute refuse a value that is %s', async (_, source, x, error) => {
    const rendered = await renderDraft(account, { html: source }, { x });
    const executed = await executeDraft(account, { html: source }, { variables: { x } });

    expect([rendered, executed]).toEqual([refusal(400, error), refusal(400, error)]);
  });
});

describe('the subject', () => {
  const anySubject = { subject: '{{v}}', html: '<p>' };

  test('the variable subject replaces an empty subject, and _subject any, unchanged', async () => {
    const given = await renderDraft(account, { subject: '', html: '<p>' }, { subject: '<{{x}}>' });
    const none = await renderDraft(account, { subject: ' ', html: '<p>' }, { subject: null });
    const replaced = await executeDraft(account, anySubject, { _subject: '{{name}} <b>&amp;</b>' });

    expect([given, none]).toEqual([content('<p>', '<{{x}}>'), content('<p>', '')]);
    expect(replaced).toEqual(returned('<p>', '{{name}} <b>&amp;</b>', ''));
  });
});
