import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, call, refusal } from '../harness/call.ts';

const account = await openAccount();
await account.save(
  { id: 'one', html: '<p>{{name|nobody}}</p>' },
  { id: 'own', subject: '', html: '<p>1</p>' },
);

const rendered = { status: 200, body: { html: '<p>nobody</p>', subject: 'Hello' } };
const returned = {
  status: 200,
  body: {
    success: true,
    type: 'callback',
    html: '<p>nobody</p>',
    text: 'nobody',
    subject: 'Hello',
  },
};
const verified = (answer: Answer) => [answer.status, (answer.body as { email: string }).email];

/** Every JSON type but the one expected, with its name in a refusal. */
const strings = [['a string', 'x']] as const;
const others = [
  ['a number', 1],
  ['a boolean', false],
  ['an array', ['x']],
] as const;
const objects = [['an object', { x: 1 }]] as const;

describe('render', () => {
  test.each([{}, { template_id: null }, { template_id: '' }, { templateId: 'one' }])(
    'render needs template_id: %j',
    async (body) => {
      const answer = await account.render(body);

      expect(answer).toEqual(refusal(400, 'template_id is required'));
    },
  );

  test.each([...others, ...objects])(
    'render needs template_id to be a string, not %s',
    async (found, value) => {
      const answer = await account.render({ template_id: value });

      expect(answer).toEqual(refusal(400, `template_id must be a string, found ${found}`));
    },
  );

  test.each([...others, ...strings, ['a string', ''] as const])(
    'render needs variables to be an object, not %s (%j)',
    async (found, variables) => {
      const answer = await account.render({ template_id: 'one', variables });

      expect(answer).toEqual(refusal(400, `variables must be an object, found ${found}`));
    },
  );

  test.each([{}, { variables: null }, { variables: {} }])(
    'render does not require variables: %j',
    async (rest) => {
      const answer = await account.render({ template_id: 'one', ...rest });

      expect(answer).toEqual(rendered);
    },
  );

  test('render ignores fields that it does not know, delivery fields too', async () => {
    const answer = await account.render({
      ...{ template_id: 'one', templateId: 'other', name: 'x', _to: 1, _nothing: 1 },
    });

    expect(answer).toEqual(rendered);
  });

  test('render says that a template does not exist', async () => {
    const answer = await account.render({ template_id: 'nothing', variables: {} });

    expect(answer).toEqual(refusal(404, 'Template not found'));
  });

  test('render checks the fields before it looks for the template', async () => {
    const answer = await account.render({ template_id: 'nothing', variables: 1 });

    expect(answer).toEqual(refusal(400, 'variables must be an object, found a number'));
  });
});

describe('execute', () => {
  const deliveryFields = ['_to', '_subject', '_replyTo', '_cc', '_bcc'];

  test.each([{}, { templateId: null }, { templateId: '' }, { template_id: 'one' }])(
    'execute needs templateId: %j',
    async (body) => {
      const answer = await account.execute({ variables: {}, ...body });

      expect(answer).toEqual(refusal(400, 'templateId is required'));
    },
  );

  test.each([...others, ...objects])(
    'execute needs templateId to be a string, not %s',
    async (found, value) => {
      const answer = await account.execute({ templateId: value, variables: {} });

      expect(answer).toEqual(refusal(400, `templateId must be a string, found ${found}`));
    },
  );

  test.each([{}, { variables: null }])('execute needs variables: %j', async (rest) => {
    const answer = await account.execute({ templateId: 'one', ...rest });

    expect(answer).toEqual(refusal(400, 'variables is required'));
  });

  test.each([...others, ...strings, ['a string', ''] as const])(
    'execute needs variables to be an object, not %s (%j)',
    async (found, variables) => {
      const answer = await account.execute({ templateId: 'one', variables });

      expect(answer).toEqual(refusal(400, `variables must be an object, found ${found}`));
    },
  );

  test.each(deliveryFields.flatMap((field) => [...others, ...objects].map((of) => [field, ...of])))(
    'execute needs %s to be a string, not %s, even if nothing is sent',
    async (field, found, value) => {
      const answer = await account.execute({
        templateId: 'one',
        variables: {},
        [`${field}`]: value,
      });

      expect(answer).toEqual(refusal(400, `${field} must be a string, found ${found}`));
    },
  );

  test.each(deliveryFields)('execute treats null and "" in %s as not given', async (field) => {
    const body = { templateId: 'one', variables: {} };

    const answers = await Promise.all([
      account.execute({ ...body, [field]: null }),
      account.execute({ ...body, [field]: '' }),
    ]);

    expect(answers).toEqual([returned, returned]);
  });

  test.each(['_replyto', '_to_', '_', '_from', '_constructor'])(
    'execute refuses the delivery field %s, which it does not know',
    async (field) => {
      const body = { templateId: 'one', variables: {}, [field]: 'a@good.example' };

      const answer = await account.execute(body);

      expect(answer).toEqual(refusal(400, `${field} is not a known delivery field`));
    },
  );

  test('execute ignores other fields that it does not know', async () => {
    const answer = await account.execute({ templateId: 'one', variables: {}, to: 1, subject: 'x' });

    expect(answer).toEqual(returned);
  });

  test('execute reads no field from __proto__', async () => {
    const raw = '{"templateId":"one","variables":{},"__proto__":{"_subject":"x","_nothing":"y"}}';

    const answer = await call('/v1/execute', { key: account.key, raw });

    expect(answer).toEqual(returned);
  });

  test('execute says that a template does not exist', async () => {
    const answer = await account.execute({
      templateId: 'nothing',
      variables: {},
      _to: 'no address',
    });

    expect(answer).toEqual(refusal(404, 'Template not found'));
  });

  test('execute treats a variable subject that is null or "" as missing', async () => {
    const answers = await Promise.all(
      [{}, { subject: null }, { subject: '' }].map((variables) =>
        account.render({ template_id: 'own', variables }),
      ),
    );

    const withoutSubject = { status: 200, body: { html: '<p>1</p>', subject: '' } };
    expect(answers).toEqual([withoutSubject, withoutSubject, withoutSubject]);
  });
});

describe('verify', () => {
  test.each([{}, { email: null }, { email: '' }])('verify needs email: %j', async (body) => {
    const answer = await account.verify(body);

    expect(answer).toEqual(refusal(400, 'email is required'));
  });

  test.each([...others, ...objects])('the email must be a string, not %s', async (found, email) => {
    const answer = await account.verify({ email });

    expect(answer).toEqual(refusal(400, `email must be a string, found ${found}`));
  });

  test('verify ignores fields that it does not know', async () => {
    const answer = await account.verify({ email: 'a@good.example', _to: 1, template_id: 2 });

    expect(verified(answer)).toEqual([200, 'a@good.example']);
  });
});
