import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import {
  callback,
  emailDomain,
  flowOf,
  inputs,
  provider,
  regex,
  required,
  template,
} from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';
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

describe('the inputs of a flow', () => {
  const flow = flowOf(
    inputs(
      { name: 'name' },
      { name: 'a', default: 'input' },
      { name: 'user.name', default: 'Ada' },
    ),
    template,
    callback,
  );
  const draft = { subject: '{{a}}', html: '{{a|own}} {{user.name|own}} {{name|own}}', flow };

  test("the defaults of a flow's inputs come before the placeholders' own defaults", async () => {
    const answer = await executeDraft(account, draft, {});

    expect(answer).toEqual(returned('input Ada own', 'input Ada own', 'input'));
  });

  test("the defaults of a flow's inputs are used only for a variable that is missing or null", async () => {
    const given = { a: '', user: { name: 0 }, name: 'given' };

    const isNull = await executeDraft(account, draft, {
      variables: { a: null, user: { name: null } },
    });
    const isGiven = await executeDraft(account, draft, { variables: given });

    expect(isNull).toEqual(returned('input Ada own', 'input Ada own', 'input'));
    expect(isGiven).toEqual(returned(' 0 given', '0 given', ''));
  });

  test("the default of a flow's input may be any JSON value", async () => {
    const items = [
      { name: 'Pen', price: 1.5 },
      { name: 'Ink', price: 0 },
    ];
    const withList = flowOf(inputs({ name: 'items', default: items }), template, callback);
    const html = '{{#items}}{{name}}: {{price}};{{/items}}';

    const answer = await executeDraft(account, { html, flow: withList }, {});

    expect(answer).toEqual(returned('Pen: 1.5;Ink: 0;', 'Pen: 1.5;Ink: 0;'));
  });

  test("a flow's input without a default is not required: the placeholder decides", async () => {
    const withoutDefault = flowOf(inputs({ name: 'name' }, { name: 'unused' }), template, callback);

    const needed = await executeDraft(account, { html: '{{name}}', flow: withoutDefault }, {});
    const unneeded = await executeDraft(account, { html: '{{name|x}}', flow: withoutDefault }, {});

    expect(needed).toEqual(failed('name', 'Missing required variables: name'));
    expect(unneeded).toEqual(returned('x', 'x'));
  });

  test("only execute uses a flow's inputs: render knows no flow", async () => {
    await account.save({ id: 'with-inputs', ...draft });

    const answer = await account.render({ template_id: 'with-inputs', variables: { a: 'x' } });

    expect(answer).toEqual({ status: 200, body: { html: 'x own own', subject: 'x' } });
  });
});

describe('the order of the steps', () => {
  const sentence = (names: string) => `Required fields are missing or empty: ${names}`;

  test('defaults are applied before verifications', async () => {
    const flow = flowOf(
      inputs({ name: 'code', default: 'AB12' }),
      required('code'),
      regex({ field: 'code', pattern: '^[A-Z]{2}\\d\\d$' }),
      template,
      callback,
    );

    const byDefault = await executeDraft(account, { html: '{{code}}', flow }, {});
    const given = await executeDraft(
      account,
      { html: '{{code}}', flow },
      { variables: { code: 'x' } },
    );

    expect(byDefault).toEqual(returned('AB12', 'AB12'));
    expect(given).toEqual(failed('code', 'code does not match the pattern'));
  });

  test('the order of the steps is delivery fields, verifications, rendering, mail', async () => {
    const flow = flowOf(required('a'), emailDomain(), template, provider());
    const draft = { html: '<p>{{b}}</p>', flow };
    const _to = 'ada@good.example';

    const nothing = await executeDraft(account, draft, { _replyTo: 'x' });
    const badReplyTo = await executeDraft(account, draft, { _to, _replyTo: 'x' });
    const noA = await executeDraft(account, draft, { _to: 'ada@missing.example' });
    const noDomain = await executeDraft(account, draft, {
      ...{ _to: 'ada@missing.example', variables: { a: 1 } },
    });
    const noB = await executeDraft(account, draft, { _to, variables: { a: 1 } });
    const all = await executeDraft(account, draft, { _to, variables: { a: 1, b: 2 } });

    expect(nothing).toEqual(failed('_to', '_to is required'));
    expect(badReplyTo).toEqual(
      failed('_replyTo', '_replyTo is not a valid email address: it has no @'),
    );
    expect(noA).toEqual(failed('a', sentence('a')));
    expect(noDomain).toEqual(failed('_to', 'The domain of _to does not exist'));
    expect(noB).toEqual(failed('b', 'Missing required variables: b'));
    expect((await mailOf(all)).body).toEqual({ html: '<p>2</p>', text: '2' });
  });

  test('verifications run in the order of the edges, not of the list', async () => {
    const { edges } = flowOf(
      required('a'),
      regex({ field: 'b', pattern: 'x' }),
      template,
      callback,
    );
    const nodes = [callback, template, regex({ field: 'b', pattern: 'x' }), required('a')];

    const both = await executeDraft(account, { html: '<p>', flow: { nodes, edges } }, {});
    const second = await executeDraft(
      account,
      { html: '<p>', flow: { nodes, edges } },
      {
        variables: { a: 1 },
      },
    );

    expect(both).toEqual(failed('a', sentence('a')));
    expect(second).toEqual(failed('b', 'b is required'));
  });

  test('verifications that no edge orders run in the order of the list', async () => {
    const first = { ...required('first'), id: 'z' };
    const second = { ...required('second'), id: 'a' };
    const edges = [
      { from: 'a', to: 'mail' },
      { from: 'z', to: 'mail' },
    ];
    const flow = { nodes: [template, first, second], edges };

    const both = await executeDraft(account, { html: '<p>', flow }, {});
    const one = await executeDraft(account, { html: '<p>', flow }, { variables: { first: 1 } });

    expect(both).toEqual(failed('first', sentence('first')));
    expect(one).toEqual(failed('second', sentence('second')));
  });

  test('a verification runs before the output, even if it comes after the template', async () => {
    const flow = flowOf(template, required('a'), provider());

    const answer = await executeDraft(
      account,
      { html: '<p>{{b}}</p>', flow },
      { _to: 'a@good.example' },
    );

    expect(answer).toEqual(failed('a', sentence('a')));
  });

  test('a flow may have several verifications of every kind', async () => {
    const checks = [
      required('a'),
      { ...required('b'), id: 'required-too' },
      regex({ field: 'a', pattern: '^x' }),
      emailDomain(),
      emailDomain('domain-again'),
    ];
    const flow = flowOf(...checks, template, provider());
    const request = { _to: 'ada@good.example', variables: { a: 'xa', b: 1 } };

    const answer = await executeDraft(account, { html: '<p>', flow }, request);

    expect(answer).toMatchObject({ status: 200, body: { type: 'sent' } });
  });
});
