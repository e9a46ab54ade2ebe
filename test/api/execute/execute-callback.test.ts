import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { callback, emailDomain, flowOf, inputs, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = { subject: 'Hello {{name}}', html: '<p>Hello {{name}},</p><p>{{x|welcome}}.</p>' };
const variables = { name: 'Ada & Bob' };
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

test.each<[string, object | undefined]>([
  ['a callback output', flowOf(template, callback)],
  ['no output node, but inputs', flowOf(inputs({ name: 'name' }), template)],
  ['no flow', undefined],
])('the outcome of a template with %s is callback', async (_, flow) => {
  expect(await executeDraft(account, { ...draft, flow }, { variables })).toEqual(returned);
});

test('a flow that ends in a callback sends nothing, and checks only the types of the delivery fields', async () => {
  const _to = 'callback-sends-nothing@good.example';
  const withCallback = { ...draft, flow: flowOf(template, callback) };
  const bad = { _to: 'no address', _cc: ',', _bcc: '\r\n', _replyTo: '<' };

  const answers = [
    await executeDraft(account, withCallback, { variables, _to }),
    await executeDraft(account, withCallback, { variables, ...bad }),
  ];

  expect(answers).toEqual([returned, returned]);
  expect(await mailsTo(_to)).toEqual([]);
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
