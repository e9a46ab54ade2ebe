import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';

const account = await openAccount();
await account.save(
  {
    id: 'order',
    subject: 'Order {{order.id}}',
    html: '<p>{{name}} of {{place|nowhere}}</p>{{#items}}<p>{{label}} {{count|1}}</p>{{/items}}{{^paid}}<p>Pay {{sum}}</p>{{/paid}}',
  },
  { id: 'raw', html: '<div>{{{block}}}</div>' },
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

test.each([{}, { report: false }, { report: null }])(
  'render without a report answers the HTML and the subject and nothing else: %j',
  async (more) => {
    expect(await render('order', given, more)).toEqual({ status: 200, body: full });
  },
);

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
        defaulted: ['place', 'count'],
        missing: [],
        unknown: ['nmae'],
      },
    },
  });
});

test('render with a report names missing variables instead of refusing, and prints nothing for them', async () => {
  const answer = await render('order', undefined, { report: true });

  expect(answer).toEqual({
    status: 200,
    body: {
      subject: 'Order',
      html: '<p> of nowhere</p><p>Pay </p>',
      text: 'of nowhere\n\nPay',
      language: null,
      variables: {
        used: [],
        defaulted: ['place'],
        missing: ['order.id', 'name', 'sum'],
        unknown: [],
      },
    },
  });
});

test('a report has no text if the template prints raw HTML and has no own text, but a dry run of it has one', async () => {
  const variables = { block: '<b>x</b>' };

  const report = await render('raw', variables, { report: true });
  const dryRun = await account.execute({ templateId: 'raw', variables, _dryRun: true });

  expect(report).toMatchObject({ status: 200, body: { html: '<div><b>x</b></div>', text: null } });
  expect(dryRun).toMatchObject({ body: { type: 'callback', text: 'x' } });
});
