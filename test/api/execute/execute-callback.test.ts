import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { callback, emailDomain, flowOf, inputs, template } from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = { subject: 'Hello {{name}}', html: '<p>Hello {{name}},</p><p>{{x|welcome}}.</p>' };

const returned = {
  status: 200,
  body: {
    success: true,
    type: 'callback',
    html: '<p>Hello Ada &amp; Bob,</p><p>welcome.</p>',
    text: 'Hello Ada & Bob,\n\nwelcome.',
    subject: 'Hello Ada & Bob',
  },
};

const variables = { name: 'Ada & Bob' };

describe('the outcome callback', () => {
  test.each<[string, object | undefined]>([
    ['a callback output', flowOf(template, callback)],
    ['no output node', flowOf(template)],
    ['no output node, but inputs', flowOf(inputs({ name: 'name' }), template)],
    ['no flow', undefined],
  ])('the outcome of a template with %s is callback', async (_, flow) => {
    const answer = await executeDraft(account, { ...draft, flow }, { variables });

    expect(answer).toEqual(returned);
  });

  test('the outcome callback sends nothing, whatever the delivery fields hold', async () => {
    const _to = 'callback-sends-nothing@good.example';
    const flow = flowOf(template, callback);

    const answer = await executeDraft(account, { ...draft, flow }, { variables, _to });

    expect(answer).toEqual(returned);
    expect(await mailsWhere(({ destination }) => destination.to.includes(_to))).toEqual([]);
  });

  test('a flow that ends in a callback checks only the types of the delivery fields', async () => {
    const flow = flowOf(template, callback);
    const request = { variables, _to: 'no address', _cc: ',', _bcc: '\r\n', _replyTo: '<' };

    const answer = await executeDraft(account, { ...draft, flow }, request);

    expect(answer).toEqual(returned);
  });

  test.each([
    ['that is missing', {}, '_to is required'],
    ['that is no address', { _to: 'ada' }, '_to is not a valid email address: it has no @'],
  ])('a _to %s fails in a flow with an email-domain node', async (_, request, error) => {
    const flow = flowOf(emailDomain(), template, callback);

    const answer = await executeDraft(account, { ...draft, flow }, { variables, ...request });

    expect(answer).toEqual({
      status: 200,
      body: { success: false, type: 'validation_failed', error, field: '_to' },
    });
  });
});

describe('the plain text', () => {
  const textOf = async (html: string, text?: string) => {
    const answer = await executeDraft(account, { html, text }, { variables: { name: 'Ada' } });
    return (answer.body as { text: string }).text;
  };

  test("the plain text is the template's own if it has one", async () => {
    const text = await textOf('<p>HTML</p>', 'Hello {{name}},\n\n\n  *{{x|y}}*\n');

    expect(text).toBe('Hello Ada,\n\n\n  *y*\n');
  });

  test("the template's own text needs its variables too", async () => {
    const answer = await executeDraft(account, { html: '<p>', text: '{{only.here}}' }, {});

    expect(answer).toEqual({
      status: 200,
      body: {
        ...{ success: false, type: 'validation_failed', field: 'only.here' },
        error: 'Missing required variables: only.here',
      },
    });
  });

  test('a template without a text gets one derived from the HTML, as a person would have written it', async () => {
    const text = await textOf(`
      <!-- a comment --><style>p { color: red }</style>
      <div style="display:none">Preheader</div>
      <h1>Hello   {{name}}</h1>
      <p>One line<br>and another, with <a href="https://a.example/x">a link</a>.</p>
      <ol><li>First</li><li>Second</li></ol>
      <table><tr><td>Notebook</td><td>9.00</td></tr><tr><td>Pen</td><td>1.00</td></tr></table>
      <p><img src="x.png" alt="A picture"> <a href="https://b.example">https://b.example</a></p>`);

    expect(text).toBe(
      [
        'Hello Ada',
        '',
        'One line',
        'and another, with a link (https://a.example/x).',
        '',
        '1. First',
        '2. Second',
        '',
        'Notebook | 9.00',
        'Pen | 1.00',
        '',
        'A picture https://b.example',
      ].join('\n'),
    );
  });

  test('the derived plain text contains the text of raw values', async () => {
    const request = { variables: { html: '<ul><li>One</li><li>Two &amp; three</li></ul>' } };

    const answer = await executeDraft(account, { html: '<div>{{{html}}}</div>' }, request);

    expect(answer).toMatchObject({ status: 200, body: { text: '* One\n* Two & three' } });
  });
});

test('a template of an account is executed by its id', async () => {
  await account.save({ id: 'known', html: '<p>1</p>' });

  const known = await account.execute({ templateId: 'known', variables: {} });
  const unknown = await account.execute({ templateId: 'unknown', variables: {} });

  expect(known).toMatchObject({ status: 200, body: { html: '<p>1</p>' } });
  expect(unknown).toEqual(refusal(404, 'Template not found'));
});
