import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const content = (html: string, subject = 'Hello') => ({ status: 200, body: { html, subject } });

describe('a placeholder', () => {
  test.each<[string, object, string]>([
    ['{{name}}', { name: 'Ada' }, 'Ada'],
    ['{{ name }}', { name: 'Ada' }, 'Ada'],
    ['{{name}} and {{name}}', { name: 'Ada' }, 'Ada and Ada'],
    ['{{name|friend}}', { name: 'Ada' }, 'Ada'],
    ['{{name|}}', { name: 'Ada' }, 'Ada'],
    ['{{user.name}}', { user: { name: 'Ada' } }, 'Ada'],
    ['{{a.b.c}}', { a: { b: { c: 1 } } }, '1'],
    ['{{größe}} {{名前}}', { größe: 'XL', 名前: 'Ada' }, 'XL Ada'],
  ])('the placeholder %s with %j gives %s', async (html, variables, rendered) => {
    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(content(rendered));
  });

  test.each<[string, string]>([
    ['{{name|friend}}', 'friend'],
    ['{{name|}}', ''],
    ['{{name|  my dear friend  }}', 'my dear friend'],
    ['{{ name | friend }}', 'friend'],
    ['{{name|a|b}}', 'a|b'],
    ['{{name|<b>you & me</b>}}', '<b>you & me</b>'],
    ['{{user.name|friend}}', 'friend'],
    ['{{{name|<i>}}}', '<i>'],
  ])('the placeholder %s gives its default %j without a value', async (html, rendered) => {
    const [none, absent, isNull] = await Promise.all([
      renderDraft(account, { html }),
      renderDraft(account, { html }, { other: 'x' }),
      renderDraft(account, { html }, { name: null, user: { name: null } }),
    ]);

    expect([none, absent, isNull]).toEqual([rendered, rendered, rendered].map((is) => content(is)));
  });

  test.each([
    ['""', ''],
    ['0', '0'],
    ['-0', '0'],
    ['false', 'false'],
    ['true', 'true'],
    ['1.50', '1.5'],
    ['1e21', '1e+21'],
    ['0.0000001', '1e-7'],
    ['12345678901234567890', '12345678901234567000'],
  ])('a placeholder treats %s as given, and prints it as JavaScript', async (json, printed) => {
    const html = '[{{value|default}}]';

    const answer = await renderDraft(account, { html }, { value: JSON.parse(json) });

    expect(answer).toEqual(content(`[${printed}]`));
  });
});

describe('a required variable that is missing', () => {
  test.each<[string, object | undefined, string]>([
    ['{{a}}', undefined, 'a'],
    ['{{a}}', { a: null }, 'a'],
    ['{{b}}{{a}}{{b}}', {}, 'b, a'],
    ['{{a}}{{b|x}}{{c}}', { a: 1 }, 'c'],
    ['{{user.first.name}}', { user: { first: 'Ada' } }, 'user.first.name'],
    ['{{{a}}}{{&b}}', {}, 'a, b'],
    ['{{#items}}{{price}}{{/items}}', { items: [{ price: 1 }, {}] }, 'price'],
    ['{{^items}}{{nothing}}{{/items}}', {}, 'nothing'],
  ])('a required variable that is missing is named: %s with %j', async (html, variables, names) => {
    const answer = await renderDraft(account, { html }, variables);

    expect(answer).toEqual(refusal(400, `Missing required variables: ${names}`));
  });

  test('a missing required variable is named once, with all others, those of the subject first', async () => {
    const draft = { subject: '{{c}} {{a}}', html: '{{a}} {{b}}' };

    const answer = await renderDraft(account, draft);

    expect(answer).toEqual(refusal(400, 'Missing required variables: c, a, b'));
  });

  test('a required variable is not missing if rendering does not reach it', async () => {
    const html = '{{#items}}{{price}}{{/items}}{{^name}}{{other}}{{/name}}.';

    const answer = await renderDraft(account, { html }, { items: [], name: 'Ada' });

    expect(answer).toEqual(content('.'));
  });

  test('a missing required variable is validation_failed in execute, whose field is the first of them', async () => {
    const draft = { subject: '{{c}}', html: '{{user.name}} {{b}}' };

    const answer = await executeDraft(account, draft, { variables: { c: 'x' } });

    expect(answer).toEqual({
      status: 200,
      body: {
        success: false,
        type: 'validation_failed',
        error: 'Missing required variables: user.name, b',
        field: 'user.name',
      },
    });
  });
});

describe('a list or an object in a placeholder', () => {
  test.each<[string, object, string, string]>([
    ['{{items}}', { items: ['a'] }, 'items', 'an array'],
    ['{{items|none}}', { items: [] }, 'items', 'an array'],
    ['{{{user}}}', { user: { name: 'Ada' } }, 'user', 'an object'],
    ['{{&user}}', { user: {} }, 'user', 'an object'],
    ['{{a.b}}', { a: { b: { c: 1 } } }, 'a.b', 'an object'],
    ['{{#items}}{{.}}{{/items}}', { items: [['a']] }, '{{.}}', 'an array'],
  ])('a list or an object is refused by name: %s with %j', async (html, variables, name, found) => {
    const refused = refusal(400, `${name} must be a string, number or boolean, found ${found}`);

    const rendered = await renderDraft(account, { html }, variables);
    const executed = await executeDraft(account, { html }, { variables });
    const inSubject = await renderDraft(account, { subject: html, html: '<p>' }, variables);

    expect([rendered, executed, inSubject]).toEqual([refused, refused, refused]);
  });
});

describe('a value that is unsafe in its place', () => {
  test.each([
    [
      '<a href="{{url}}">',
      'url must be an address with http, https, mailto, tel or cid, or without a scheme',
    ],
    ['<p style="{{url}}">', 'url must be a plain CSS value: a colour, a length, a number or names'],
  ])('a value that is unsafe in its place is refused: %s', async (html, sentence) => {
    const variables = { url: 'javascript:alert(1)' };

    const rendered = await renderDraft(account, { html }, variables);
    const executed = await executeDraft(account, { html }, { variables });

    expect([rendered, executed]).toEqual([refusal(400, sentence), refusal(400, sentence)]);
  });
});

describe('a name that every object has', () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];
  const dotted = ['a.constructor', 'a.__proto__', 'a.constructor.name', 'a.toString.length'];

  test.each([...names, ...dotted])('a property of objects is no variable: %s', async (name) => {
    const html = `{{#${name}}}in{{/${name}}}{{${name}|default}}`;

    const withDefault = await renderDraft(account, { html }, { a: { b: 1 } });
    const without = await renderDraft(account, { html: `{{${name}}}` }, { a: { b: 1 } });

    expect(withDefault).toEqual(content('default'));
    expect(without).toEqual(refusal(400, `Missing required variables: ${name}`));
  });

  test.each(names)('a property of objects may be a variable: %s', async (name) => {
    const html = `{{#${name}}}{{.}}{{/${name}}} {{${name}}} {{a.${name}}}`;
    const variables = JSON.parse(`{"${name}": "own", "a": {"${name}": "inner"}}`);

    const rendered = await renderDraft(account, { html }, variables);
    const executed = await executeDraft(account, { html }, { variables });

    expect(rendered).toEqual(content('own own inner'));
    expect(executed).toMatchObject({ status: 200, body: { html: 'own own inner' } });
  });
});
