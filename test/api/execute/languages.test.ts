import type { Message } from '../../../client/src/index.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const account = await openAccount();
const { ports, accountId } = account;
const { secret: key } = await createKey(ports, { accountId, name: 'tests', test: {} });
const welcome = {
  subject: 'Hello {{name}}',
  html: '<p>Hello {{name}}</p>',
  language: 'en',
  languages: {
    pt: { subject: 'Olá {{name}}', html: '<p>Olá {{name}}</p>' },
    'zh-Hant': { subject: '你好 {{name}}', html: '<p>你好 {{name}}</p>', text: '你好！' },
  },
};
await account.save(
  { id: 'welcome', ...welcome, flow: flowOf(template, provider()) },
  { id: 'shown', ...welcome },
);

const variables = { name: 'Ada' };
const render = (body: object) => account.render({ template_id: 'shown', variables, ...body });
const english = { subject: 'Hello Ada', html: '<p>Hello Ada</p>' };
const portuguese = { subject: 'Olá Ada', html: '<p>Olá Ada</p>' };

async function messageOf(to: string): Promise<Message | undefined> {
  const { body } = await call('/v1/message', { key, body: { to } });
  return (body as { messages: Message[] }).messages[0];
}

test.each([
  ['PT-br', portuguese],
  ['zh-Hant-TW', { subject: '你好 Ada', html: '<p>你好 Ada</p>' }],
  ['fr', english],
  ['', english],
  [null, english],
])('render with the language %j takes the one that fits best, whole', async (language, body) => {
  expect(await render({ language })).toEqual({ status: 200, body });
});

test.each([
  ['pt_BR', 'language must be a language tag such as pt or pt-BR, found another text'],
  ['a'.repeat(5000), 'language must be a text of at most 100 characters, found a longer one'],
  [5, 'language must be a string, found a number'],
])('render refuses a language that is none with 400', async (language, error) => {
  expect(await render({ language })).toEqual(refusal(400, error));
});

test('execute sends the mail in the language, and its message has the language', async () => {
  const _to = 'pt@languages.example';
  const body = { templateId: 'welcome', variables, _to, _language: 'pt-BR' };

  expect(await call('/v1/execute', { key, body })).toMatchObject({ body: { type: 'sent' } });

  expect(await messageOf(_to)).toMatchObject({
    language: 'pt',
    content: { ...portuguese, text: 'Olá Ada' },
  });
});

test('execute refuses pt_BR with its field, and another type with 400', async () => {
  const body = { templateId: 'shown', variables };

  expect(await account.execute({ ...body, _language: 'pt_BR' })).toEqual({
    status: 200,
    body: {
      success: false,
      type: 'validation_failed',
      error: '_language must be a language tag such as pt or pt-BR',
      field: '_language',
    },
  });
  expect(await account.execute({ ...body, _language: {} })).toEqual(
    refusal(400, '_language must be a string, found an object'),
  );
});
