import { Errors, ServerClient } from 'postmark';
import { deleteKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, raw, sender, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';

const { doorsUrl } = deployment;
const account = await openAccount();
const flow = flowOf(template, provider());
await account.save({ ...raw, flow }, { id: 'hello', html: '<p>Hi {{name}}</p>', flow });

const postmarkOf = (key: string) =>
  new ServerClient(key, {
    requestHost: `${doorsUrl}/postmark`.replace('http://', ''),
    useHttps: false,
  });
const postmark = postmarkOf(account.key);

const from = `Acme <${sender}>`;
const messageTo = (name: string) => ({
  ...{ From: from, To: `${name}@good.example`, Subject: 'Hello', HtmlBody: `<p>Hello ${name}</p>` },
});
const sentTo = (name: string) => mailsTo(`${name}@good.example`);
const htmlTo = async (name: string) => (await sentTo(name)).map(({ body: { html } }) => html);

const revoked = await account.newKey();
await deleteKey(account.ports, revoked.keyId);

test("Postmark's SDK sends mails of both kinds, alone and in a batch", async () => {
  const model = {
    From: from,
    To: 'pm-bob@good.example',
    TemplateAlias: 'hello',
    TemplateModel: { name: 'Bob' },
  };
  const answers = [
    await postmark.sendEmail(messageTo('pm-ada')),
    await postmark.sendEmailWithTemplate(model),
    ...(await postmark.sendEmailBatch([
      messageTo('pm-eve'),
      { ...messageTo('x'), From: 'eve@other.example' },
    ])),
    ...(await postmark.sendEmailBatchWithTemplates([{ ...model, To: 'pm-kim@good.example' }])),
  ];
  for (const name of ['pm-eve', 'pm-kim'])
    await messageThatIs('DELIVERED', account, `${name}@good.example`);

  expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 0, 0, 400, 0]);
  expect(answers[0]).toMatchObject({ To: 'pm-ada@good.example', Message: 'OK' });
  const sent = await Promise.all(['pm-ada', 'pm-bob', 'pm-eve', 'pm-kim'].map(htmlTo));
  expect(sent).toEqual([
    ...[['<p>Hello pm-ada</p>'], ['<p>Hi Bob</p>'], ['<p>Hello pm-eve</p>'], ['<p>Hi Bob</p>']],
  ]);
});

const { ApiInputError, InvalidAPIKeyError, InvalidEmailRequestError, UnknownError } = Errors;
const unknown = postmarkOf(revoked.secret);
const empty = { ...messageTo('x'), HtmlBody: '' };
const eve = { ...messageTo('x'), From: 'eve@other.example' };

test.each<[string, () => Promise<unknown>, new (...words: never[]) => Error, number]>([
  ['a revoked key', () => unknown.sendEmail(messageTo('x')), InvalidAPIKeyError, 10],
  ['no content', () => postmark.sendEmail(empty), InvalidEmailRequestError, 300],
  ['another sender', () => postmark.sendEmail(eve), ApiInputError, 400],
  ['an absent part', () => postmark.getServer(), UnknownError, 501],
])("Postmark's SDK tells of %s by class and code", async (_, call, kind, code) => {
  const error = await call().catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ code });
});
