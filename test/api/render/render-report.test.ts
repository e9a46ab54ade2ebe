import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save(
  {
    id: 'order',
    subject: 'Order {{order.id}}',
    html: '<p>{{name}} of {{place|nowhere}}{{note|}}</p>{{#items}}<p>{{label}} {{count|1}}</p>{{/items}}{{^paid}}<p>Pay {{sum}}</p>{{/paid}}',
  },
  { id: 'own-text', html: '<p>{{name}}</p>', text: 'Text for {{name}} only{{only|}}' },
  { id: 'raw', html: '<div>{{{block}}}</div>' },
  { id: 'raw-own-text', html: '<div>{{&block}}</div>', text: 'See {{name}}' },
);

const render = (template_id: string, variables: object | undefined, more: object = {}) =>
  account.render({ template_id, variables, ...more });

const given = {
  order: { id: 7 },
  name: 'Ada & Bob',
  items: [{ label: 'Pen', count: 2 }, { label: 'Ink' }],
  paid: true,
  nmae: 'typo',
};
const full = {
  subject: 'Order 7',
  html: '<p>Ada &amp; Bob of nowhere</p><p>Pen 2</p><p>Ink 1</p>',
};

describe('render without a report', () => {
  test.each([{}, { report: false }, { report: null }])(
    'render without a report answers the HTML and the subject and nothing else: %j',
    async (more) => {
      const answer = await render('order', given, more);

      expect(answer).toEqual({ status: 200, body: full });
    },
  );
});

describe('render with a report', () => {
  test('render with a report adds the text and the state of each variable', async () => {
    const answer = await render('order', given, { report: true });

    expect(answer).toEqual({
      status: 200,
      body: {
        ...full,
        text: 'Ada & Bob of nowhere\n\nPen 2\n\nInk 1',
        language: null,
        variables: {
          used: ['order.id', 'name', 'items', 'label', 'count', 'paid'],
          defaulted: ['place', 'note', 'count'],
          missing: [],
          unknown: ['nmae'],
        },
      },
    });
  });

  test('render with a report names missing variables instead of refusing, and prints nothing for them', async () => {
    const answer = await render('order', undefined, { report: true });
    const refused = await render('order', undefined);

    expect(answer).toEqual({
      status: 200,
      body: {
        subject: 'Order',
        html: '<p> of nowhere</p><p>Pay </p>',
        text: 'of nowhere\n\nPay',
        language: null,
        variables: {
          used: [],
          defaulted: ['place', 'note'],
          missing: ['order.id', 'name', 'sum'],
          unknown: [],
        },
      },
    });
    expect(refused).toEqual(refusal(400, 'Missing required variables: order.id, name, sum'));
  });

  test("render with a report has the template's own text, whose variables count too", async () => {
    const answer = await render('own-text', { name: 'Ada' }, { report: true });

    expect(answer).toEqual({
      status: 200,
      body: {
        html: '<p>Ada</p>',
        subject: 'Hello',
        text: 'Text for Ada only',
        language: null,
        variables: { used: ['name'], defaulted: ['only'], missing: [], unknown: [] },
      },
    });
  });

  test('a report has no text if the template prints raw HTML and has no own text', async () => {
    const variables = { block: '<b>x</b>', name: 'Ada' };
    const report = { used: ['block'], defaulted: [], missing: [] };

    const derived = await render('raw', variables, { report: true });
    const own = await render('raw-own-text', variables, { report: true });
    const dryRun = await account.execute({ templateId: 'raw', variables, _dryRun: true });

    const html = '<div><b>x</b></div>';
    expect(derived).toEqual({
      status: 200,
      body: {
        ...{ html, subject: 'Hello', text: null },
        language: null,
        variables: { ...report, unknown: ['name'] },
      },
    });
    expect(own).toEqual({
      status: 200,
      body: {
        ...{ html, subject: 'Hello', text: 'See Ada' },
        language: null,
        variables: { ...report, used: ['block', 'name'], unknown: [] },
      },
    });
    expect(dryRun).toMatchObject({ body: { type: 'callback', html, text: 'x' } });
  });

  test.each([
    ['a string', 'true'],
    ['a number', 1],
    ['an object', {}],
    ['an array', []],
  ])('report must be a boolean, not %s', async (found, report) => {
    const answer = await render('order', given, { report });

    expect(answer).toEqual(refusal(400, `report must be a boolean, found ${found}`));
  });

  test('render with a report still refuses what cannot be rendered', async () => {
    const wrong = await render('order', { ...given, name: { first: 'Ada' } }, { report: true });
    const unknown = await render('no-such-template', given, { report: true });

    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('name') } });
    expect(unknown).toEqual(refusal(404, 'Template not found'));
  });
});
