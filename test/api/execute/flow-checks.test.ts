import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import {
  callback,
  emailDomain,
  flowOf,
  inputs,
  type Node,
  provider,
  regex,
  required,
  template,
} from '../harness/flow.ts';
import { mailOf, mailsWhere } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const failed = (field: string, error: string) => ({
  status: 200,
  body: { success: false, type: 'validation_failed', error, field },
});
const returned = (html: string, text: string, subject = 'Hello') => ({
  status: 200,
  body: { success: true, type: 'callback', html, text, subject },
});
const passed = returned('<p>', '');

type Request = Parameters<typeof executeDraft>[2];

/** Executes a callback flow with one check before its template. */
const check = (node: Node, request: Request) =>
  executeDraft(account, { html: '<p>', flow: flowOf(node, template, callback) }, request);

const missing = (names: string) => `Required fields are missing or empty: ${names}`;

test.each([
  ['good.example', passed],
  ['münchen.example', passed],
  // A disposable domain accepts mail, too.
  ['mailinator.com', passed],
  ['missing.example', failed('_to', 'The domain of _to does not exist')],
  ['good.test', failed('_to', 'The domain of _to does not exist')],
  ['ipv4-only.example', failed('_to', 'The domain of _to has no MX records')],
])('email domain verification judges the domain %s', async (domain, answer) => {
  expect(await check(emailDomain(), { _to: `Ada <ada@${domain}>` })).toEqual(answer);
});

test('a domain without MX gets no mail, and if DNS does not answer, execute reports no verdict and sends nothing', async () => {
  const draft = { html: '<p>', flow: flowOf(emailDomain(), template, provider()) };
  const to = ['nobody-gets-this@null-mx.example', 'nobody-gets-this@servfail.example'];

  const answers = [];
  for (const _to of to) answers.push(await executeDraft(account, draft, { _to }));

  expect(answers).toEqual([
    failed('_to', 'The domain of _to has no MX records'),
    refusal(500, 'Domain lookup failed, try again', '1'),
  ]);
  expect(await mailsWhere(({ destination }) => to.includes(destination.to[0] ?? ''))).toEqual([]);
});

test("the defaults of a flow's inputs come before the placeholders' own, for what is missing or null, before verifications, and not in render", async () => {
  const items = [{ name: 'Pen' }, { name: 'Ink' }];
  const flow = flowOf(
    inputs(
      { name: 'name' },
      { name: 'a', default: 'input' },
      { name: 'user.name', default: 'Ada' },
      { name: 'items', default: items },
    ),
    required('a'),
    template,
    callback,
  );
  const html = '{{a|own}} {{user.name|own}} {{name|own}} {{#items}}{{name}};{{/items}}';
  await account.save({ id: 'with-inputs', subject: '{{a}}', html, flow });
  const variables = { a: 'x', user: { name: 0 }, name: 'given', items: [] };

  const byDefault = await account.execute({
    ...{ templateId: 'with-inputs', variables: { a: null, user: { name: null } } },
  });
  const given = await account.execute({ templateId: 'with-inputs', variables });
  const rendered = await account.render({ template_id: 'with-inputs', variables: { a: 'x' } });

  expect(byDefault).toEqual(returned('input Ada own Pen;Ink;', 'input Ada own Pen;Ink;', 'input'));
  expect(given).toEqual(returned('x 0 given ', 'x 0 given', 'x'));
  expect(rendered).toEqual({ status: 200, body: { html: 'x own own ', subject: 'x' } });
});

test('the order of the steps is delivery fields, verifications in the order of the edges, rendering, mail', async () => {
  const b = regex({ field: 'b', pattern: 'x' });
  const { edges } = flowOf(template, required('a'), b, emailDomain(), provider());
  const nodes = [provider(), emailDomain(), template, b, required('a')];
  const draft = { html: '<p>{{c}}</p>', flow: { nodes, edges } };
  const [_to, nowhere] = ['ada@good.example', 'ada@missing.example'];

  const answers = [];
  for (const request of [
    { _replyTo: 'x' },
    { _to, _replyTo: 'x' },
    { _to: nowhere },
    { _to: nowhere, variables: { a: 1 } },
    { _to: nowhere, variables: { a: 1, b: 'x' } },
    { _to, variables: { a: 1, b: 'x' } },
  ]) {
    answers.push(await executeDraft(account, draft, request));
  }
  const sent = await executeDraft(account, draft, { _to, variables: { a: 1, b: 'x', c: 2 } });

  expect(answers).toEqual([
    failed('_to', '_to is required'),
    failed('_replyTo', '_replyTo is not a valid email address: it has no @'),
    failed('a', missing('a')),
    failed('b', 'b is required'),
    failed('_to', 'The domain of _to does not exist'),
    failed('c', 'Missing required variables: c'),
  ]);
  expect((await mailOf(sent)).body).toEqual({ html: '<p>2</p>', text: '2' });
});
