import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { keyRefusal, typeOf, withKey } from '../harness/keyed.ts';

const account = await openAccount();
const another = await openAccount();
for (const { save } of [account, another]) {
  await save(
    { id: 'sends', html: '<p>{{name|you}}</p>', flow: flowOf(template, provider()) },
    { id: 'returns', html: '<p>{{name|you}}</p>' },
  );
}

const mailTo = (name: string) => ({
  templateId: 'sends',
  variables: { name: 'Ada', place: { town: 'Paris', zip: 1 } },
  _to: `${name}@idempotency.example`,
});

const countTo = async (name: string) => (await mailsTo(mailTo(name)._to)).length;

const slug = (words: string) => words.replaceAll(/\W+/g, '-');

const badKey = keyRefusal(400, 'Idempotency-Key must be 1 to 255 printable ASCII characters');
const reused = keyRefusal(422, 'This Idempotency-Key was used for another request');

test('a repeat with the same Idempotency-Key gets the same answer byte for byte with its trace, marked as a repeat, also with another API key of the account, and sends nothing', async () => {
  const { secret } = await account.newKey();
  const body = { ...mailTo('repeat'), _trace: true };

  const first = await withKey(account, 'repeat', body);
  const repeats = [
    await withKey(account, 'repeat', body),
    await withKey({ ...account, key: secret }, 'repeat', body),
  ];

  expect(first).toEqual({ status: 200, text: expect.stringContaining('"type":"sent"') });
  expect(JSON.parse(first.text).trace).toHaveLength(3);
  expect(repeats).toEqual(repeats.map(() => ({ ...first, replayed: 'true' })));
  expect(await countTo('repeat')).toBe(1);
});

test.each<[string, object]>([
  ['another order of a list', { variables: { list: [2, 1] } }],
  ['a text in place of a number', { variables: { list: ['1', 2] } }],
  ['a null in place of nothing', { _cc: null }],
  ['a field that is otherwise ignored', { note: 1 }],
  ['a dry run', { _dryRun: true }],
])('the same Idempotency-Key is refused with another body: %s', async (what, change) => {
  const name = `other-${slug(what)}`;
  const body = { ...mailTo(name), variables: { list: [1, 2] } };

  await withKey(account, what, body);
  const answer = await withKey(account, what, { ...body, ...change });

  expect(answer).toEqual(reused);
  expect(await countTo(name)).toBe(1);
});

test('an Idempotency-Key of another account is a different one, and so is one in another case', async () => {
  const answers = [
    await withKey(account, 'shared', mailTo('different')),
    await withKey(another, 'shared', mailTo('different')),
    await withKey(account, 'Shared', mailTo('different')),
  ];

  expect(answers.map((answer) => [typeOf(answer), answer.replayed])).toEqual(
    answers.map(() => ['sent', undefined]),
  );
  expect(await countTo('different')).toBe(3);
});

test.each<[string, string]>([
  ['255 characters', 'k'.repeat(255)],
  ['every printable character', '~ }|{"\\\'#%&?=,;:/<>()[]'],
])('an Idempotency-Key may have %s', async (what, key) => {
  const name = `fine-${slug(what)}`;

  const first = await withKey(account, key, mailTo(name));
  const second = await withKey(account, key, mailTo(name));

  expect([typeOf(first), second]).toEqual(['sent', { ...first, replayed: 'true' }]);
  expect(await countTo(name)).toBe(1);
});

test.each<[string, string]>([
  ['no characters', ''],
  ['spaces alone', '   '],
  ['256 characters', 'k'.repeat(256)],
  ['a tabulator within', 'a\tb'],
  ['UTF-8', Buffer.from('名前').toString('latin1')],
])('an Idempotency-Key is refused for %s, and nothing is sent', async (what, key) => {
  const name = `bad-${slug(what)}`;

  const answer = await withKey(account, key, mailTo(name));

  expect(answer).toEqual(badKey);
  expect(await countTo(name)).toBe(0);
});

test('an Idempotency-Key is checked after the body, and before the template', async () => {
  const body = await withKey(account, '', { variables: {} });
  const template = await withKey(account, '', { templateId: 'none', variables: {} });

  expect(body).toEqual(keyRefusal(400, 'templateId is required'));
  expect(template).toEqual(badKey);
});

test.each<[string, object]>([
  ['/v1/render', { template_id: 'returns' }],
  ['/v1/verify', { email: 'ada@good.example' }],
])('%s ignores an Idempotency-Key', async (path, body) => {
  const bad = await withKey(account, 'k'.repeat(256), body, path);
  const first = await withKey(account, 'ignored', body, path);
  const other = await withKey(account, 'ignored', { ...body, note: 1 }, path);

  expect(bad).toEqual({ status: 200, text: expect.any(String) });
  expect([first, other]).toEqual([bad, bad]);
});
