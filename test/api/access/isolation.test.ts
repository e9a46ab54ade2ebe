import { describe, expect, test } from '../../jest.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const owner = await openAccount();
const stranger = await openAccount();

await owner.save(
  { id: 'secret', html: '<p>{{name}}</p>', flow: flowOf(template, provider()) },
  { id: 'both', html: "<p>The owner's</p>" },
);
await stranger.save({ id: 'both', html: "<p>The stranger's</p>" });

async function answersTo({ key }: TestAccount, id: string) {
  const variables = { name: 'Ada' };
  const answers = await Promise.all([
    callRaw('/v1/render', { key, body: { template_id: id, variables } }),
    callRaw('/v1/render', { key, body: { template_id: id } }),
    callRaw('/v1/execute', { key, body: { templateId: id, variables, _to: 'ada@good.example' } }),
    callRaw('/v1/execute', { key, body: { templateId: id, variables: {} } }),
  ]);
  return answers.map(({ status, headers, text }) => {
    const { date: _, 'x-request-id': __, ...rest } = headers;
    return { status, headers: rest, text };
  });
}

const unknown = await answersTo(stranger, 'this-id-is-unknown');

test('an unknown template is a 404', () => {
  expect(unknown.map(({ status, text }) => [status, text])).toEqual(
    unknown.map(() => [404, '{"error":"Template not found"}']),
  );
});

describe("another account's template", () => {
  test('the owner of a template can render it', async () => {
    const answer = await owner.render({ template_id: 'secret', variables: { name: 'Ada' } });

    expect(answer).toEqual({ status: 200, body: { html: '<p>Ada</p>', subject: 'Hello' } });
  });

  test("V8.4.1 another account's template is answered like an unknown one, to the byte", async () => {
    const answers = await answersTo(stranger, 'secret');

    expect(answers).toEqual(unknown);
  });

  test("another account's template never replaces one's own with the same id", async () => {
    const answers = await Promise.all(
      [owner, stranger, owner, stranger].map(({ render }) => render({ template_id: 'both' })),
    );

    const bodies = answers.map(({ body }) => (body as { html: string }).html);
    const [ownersHtml, strangersHtml] = ["<p>The owner's</p>", "<p>The stranger's</p>"];
    expect(bodies).toEqual([ownersHtml, strangersHtml, ownersHtml, strangersHtml]);
  });
});

describe("ids like another account's template", () => {
  const { accountId } = owner;

  test.each([
    'T#secret',
    'R#secret#0000000001',
    'secret#0000000001',
    `${accountId}#T#secret`,
    `../${accountId}/secret`,
    'secret/',
    'secret\0',
    ' secret',
    'SECRET',
    'ѕecret',
    's%65cret',
    'secret*',
    '{"S":"secret"}',
    '__proto__',
    '\ud83d',
    'x'.repeat(5000),
  ])("no id leads to another account's template: %j", async (id) => {
    const answers = await answersTo(stranger, id);
    const forItsOwner = await answersTo(owner, id);

    expect(answers).toEqual(unknown);
    expect(forItsOwner).toEqual(unknown);
  });
});
