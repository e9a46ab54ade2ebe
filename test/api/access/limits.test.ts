import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, refusal } from '../harness/call.ts';
import { flowOf, provider, required, template } from '../harness/flow.ts';
import { type Draft, executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const MB = 2 ** 20;

const bytesOf = ({ body }: Answer, field: string) =>
  Buffer.byteLength(String((body as Record<string, unknown>)[field]));

const both = async (draft: Draft, variables: object) => [
  await renderDraft(account, draft, variables),
  await executeDraft(account, draft, { variables }),
];

describe('the limits of a rendering', () => {
  const x = 'x'.repeat(MB / 2);
  const items = (count: number) => ({ l: Array.from({ length: count }, () => 1) });
  const quotes = { x: '"'.repeat(400_000) };

  test.each<[string, string, object, number]>([
    ['2 MB of HTML', '{{x}}'.repeat(4), { x }, 2 * MB],
    ['100,000 placeholders and items', '{{#l}}{{.}}{{/l}}', items(49_999), 49_999],
    ['just below 5.5 MB as Lambda gets it', '{{{x}}}'.repeat(3), quotes, 1_200_000],
  ])('a rendering may have %s', async (_, html, variables, bytes) => {
    const answer = await renderDraft(account, { html }, variables);

    expect([answer.status, bytesOf(answer, 'html')]).toEqual([200, bytes]);
  });

  test.each<[string, string, object, string]>([
    ['2 MB of HTML', `${'{{x}}'.repeat(4)}!`, { x }, 'Rendered HTML is larger than 2 MB'],
    [
      '2 MB of HTML after escaping',
      '{{x}}'.repeat(4),
      { x: "'".repeat(MB / 4) },
      'Rendered HTML is larger than 2 MB',
    ],
    [
      '100,000 placeholders, sections and items',
      '{{#l}}{{.}}{{/l}}',
      items(50_001),
      'Rendered template is larger than 100,000 placeholders, sections and items',
    ],
    [
      '5.5 MB as Lambda gets it, where a quote costs four bytes',
      '{{{x}}}'.repeat(4),
      quotes,
      'The answer is larger than 5.5 MB',
    ],
  ])('a rendering may not have more than %s', async (_, html, variables, error) => {
    expect(await both({ html }, variables)).toEqual([refusal(400, error), refusal(400, error)]);
  });

  test('a text of more than 2 MB is refused by execute, and not made by render', async () => {
    const answers = await both({ html: '<p>', text: '{{x}}'.repeat(5) }, { x });

    expect(answers).toEqual([
      { status: 200, body: { html: '<p>', subject: 'Hello' } },
      refusal(400, 'Rendered text is larger than 2 MB'),
    ]);
  });
});

test('V5.2.1 a template may have 512 KB of HTML, 256 KB of text, an id of 64 characters and a flow of 100 nodes', async () => {
  const id = `A-_${'9'.repeat(61)}`;
  const [html, text] = ['x'.repeat(512 * 1024), 'x'.repeat(256 * 1024)];
  const checks = Array.from({ length: 98 }, (_, at) => ({ ...required('a'), id: `check-${at}` }));
  await account.save({ id, html, text, flow: flowOf(...checks, template, provider()) });
  const request = { templateId: id, variables: { a: 1 }, _to: 'ada@good.example' };

  const dryRun = await account.execute({ ...request, _dryRun: true });
  const sent = await account.execute(request);

  expect([bytesOf(dryRun, 'html'), bytesOf(dryRun, 'text')]).toEqual([html.length, text.length]);
  expect(sent).toMatchObject({ status: 200, body: { type: 'sent' } });
});

test('a request may have as many variables as its body holds', async () => {
  const names = Array.from({ length: 50_000 }, (_, at) => [`name${at}`, at]);

  const answer = await renderDraft(account, { html: '{{name49999}}' }, Object.fromEntries(names));

  expect(answer).toEqual({ status: 200, body: { html: '49999', subject: 'Hello' } });
});
