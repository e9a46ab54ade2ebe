import { executeFieldNames } from '../../../functions/execute/contract.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, call, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save({ id: 'one', html: '<p>{{name|nobody}}</p>' });

const rendered = { status: 200, body: { html: '<p>nobody</p>', subject: 'Hello' } };
const returned = {
  status: 200,
  body: { success: true, type: 'callback', text: 'nobody', ...rendered.body },
};
const execute = { templateId: 'one', variables: {} };
const unknownField = (kind: string, field: string, meant: string) =>
  `${field} is not a known ${kind ? `${kind} ` : ''}field: did you mean ${meant}?`;
const deliveryFields = ['_to', '_subject', '_replyTo', '_cc', '_bcc'];

test.each<['render' | 'execute' | 'verify', object, string]>([
  ['render', {}, 'template_id is required'],
  ['render', { template_id: null }, 'template_id is required'],
  ['render', { templateId: 'one' }, 'template_id is required'],
  ['render', { template_id: 1 }, 'template_id must be a string, found a number'],
  ['render', { template_id: 'none', variables: [] }, 'variables must be an object, found an array'],
  ['execute', { variables: {} }, 'templateId is required'],
  ['execute', { variables: {}, templateId: {} }, 'templateId must be a string, found an object'],
  ['execute', { templateId: 'one' }, 'variables is required'],
  ['execute', { templateId: 'one', variables: null }, 'variables is required'],
  ['execute', { ...execute, variables: '' }, 'variables must be an object, found a string'],
  ...deliveryFields.map((field): ['execute', object, string] => [
    ...(['execute', { ...execute, [field]: false }] as const),
    `${field} must be a string, found a boolean`,
  ]),
  ['execute', { ...execute, _reply_to: 'a@b' }, unknownField('delivery', '_reply_to', '_replyTo')],
  [
    'execute',
    { ...execute, attachments: [], _strict: true },
    unknownField('', 'attachments', '_attachments'),
  ],
  [
    'execute',
    { ...execute, scheduled_at: 'x', _strict: true },
    unknownField('', 'scheduled_at', '_sendAt'),
  ],
  [
    'execute',
    { ...execute, _from: 'a@b' },
    "_from is not a known delivery field: the sender is in the template's flow",
  ],
  [
    'execute',
    { ...execute, _constructor: 1 },
    `_constructor is not a known delivery field: the fields are ${[...executeFieldNames].join(', ')}`,
  ],
  ['verify', {}, 'email is required'],
  ['verify', { email: 7 }, 'email must be a string, found a number'],
])('%s refuses the body %j', async (endpoint, body, error) => {
  expect(await account[endpoint](body)).toEqual(refusal(400, error));
});

test('render needs no variables, and render, execute and verify ignore fields that they do not know', async () => {
  const unknown = { template_id: 'one', templateId: 'one', name: 'x', to: 1 };

  const answers: Answer[] = [
    await account.render({ ...unknown, variables: null, _to: 1, _nothing: 1 }),
    await account.execute({ ...unknown, variables: {} }),
    await account.verify({ ...unknown, email: 'a@good.example', _to: 1 }),
  ];

  expect(answers.slice(0, 2)).toEqual([rendered, returned]);
  expect(answers[2]).toMatchObject({ status: 200, body: { email: 'a@good.example' } });
});

test.each([null, ''])('execute treats %j in a delivery field as not given', async (nothing) => {
  const fields = Object.fromEntries(deliveryFields.map((field) => [field, nothing]));

  expect(await account.execute({ ...execute, ...fields })).toEqual(returned);
});

test('execute refuses __proto__ like any other unknown name', async () => {
  const raw = '{"templateId":"one","variables":{},"__proto__":{"_subject":"x","_nothing":"y"}}';

  expect(await call('/v1/execute', { key: account.key, raw })).toEqual({
    status: 400,
    body: { error: expect.stringMatching(/^__proto__ is not a known delivery field: /) },
  });
});
