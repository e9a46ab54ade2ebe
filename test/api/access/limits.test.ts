import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, refusal } from '../harness/call.ts';
import { flowOf, provider, regex, required, template } from '../harness/flow.ts';
import { executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const MB = 2 ** 20;

/** The size of one field of an answer, in bytes. */
const bytesOf = ({ body }: Answer, field: string) =>
  Buffer.byteLength(String((body as Record<string, unknown>)[field]));

describe('rendered HTML', () => {
  const html = '{{x}}'.repeat(4);
  const tooLarge = refusal(400, 'Rendered HTML is larger than 2 MB');

  test('rendered HTML may be 2 MB', async () => {
    const answer = await renderDraft(account, { html }, { x: 'x'.repeat(MB / 2) });

    expect(answer.status).toBe(200);
    expect(bytesOf(answer, 'html')).toBe(2 * MB);
  });

  test.each<[string, string]>([
    ['one byte more', `${html}!`],
    ['much more', html.repeat(100)],
  ])('rendered HTML may not be %s', async (_, longer) => {
    const variables = { x: 'x'.repeat(MB / 2) };

    const rendered = await renderDraft(account, { html: longer }, variables);
    const executed = await executeDraft(account, { html: longer }, { variables });

    expect([rendered, executed]).toEqual([tooLarge, tooLarge]);
  });

  test('the size of rendered HTML is counted in bytes, after escaping', async () => {
    const ofTwoBytes = await renderDraft(account, { html: `${html}é` }, { x: 'é'.repeat(MB / 4) });
    const escaped = await renderDraft(account, { html }, { x: "'".repeat(MB / 4) });

    expect([ofTwoBytes, escaped]).toEqual([tooLarge, tooLarge]);
  });
});

describe('rendered text', () => {
  test("rendered text may not be over 2 MB, whether it is the template's own or derived", async () => {
    const variables = { x: 'x'.repeat(MB / 2) };
    const text = '{{x}}'.repeat(5);

    const own = await executeDraft(account, { html: '<p>', text }, { variables });
    const rendered = await renderDraft(account, { html: '<p>', text }, variables);

    expect(own).toEqual(refusal(400, 'Rendered text is larger than 2 MB'));
    expect(rendered).toEqual({ status: 200, body: { html: '<p>', subject: 'Hello' } });
  });
});

describe('placeholders, sections and items of one rendering', () => {
  const html = '{{#l}}{{.}}{{/l}}';
  const items = (count: number) => ({ l: Array.from({ length: count }, () => 1) });

  test('one rendering may visit 100,000 placeholders, sections and items', async () => {
    const answer = await renderDraft(account, { html }, items(49_999));

    expect(answer.status).toBe(200);
    expect(bytesOf(answer, 'html')).toBe(49_999);
  });

  test('one rendering may not visit more than 100,000 placeholders, sections and items', async () => {
    const limit = '100,000 placeholders, sections and items';
    const tooMany = refusal(400, `Rendered template is larger than ${limit}`);

    const rendered = await renderDraft(account, { html }, items(50_001));
    const executed = await executeDraft(account, { html }, { variables: items(50_001) });
    const expanding = await renderDraft(
      account,
      { html: `${'{{#l}}'.repeat(5)}x${'{{/l}}'.repeat(5)}` },
      items(20),
    );

    expect([rendered, executed, expanding]).toEqual([tooMany, tooMany, tooMany]);
  });
});

describe('the whole answer', () => {
  const variables = { x: '"'.repeat(400_000) };
  const tooLarge = refusal(400, 'The answer is larger than 5.5 MB');

  test('the whole answer, as Lambda gets it, may be just below 5.5 MB', async () => {
    const answer = await renderDraft(account, { html: '{{{x}}}'.repeat(3) }, variables);

    expect(answer.status).toBe(200);
    expect(bytesOf(answer, 'html')).toBe(1_200_000);
  });

  test('the whole answer, as Lambda gets it, may not be over 5.5 MB, in render and in execute: a quote costs four bytes', async () => {
    const rendered = await renderDraft(account, { html: '{{{x}}}'.repeat(4) }, variables);
    const executed = await executeDraft(account, { html: '{{{x}}}'.repeat(4) }, { variables });

    expect([rendered, executed]).toEqual([tooLarge, tooLarge]);
  });
});

describe('the limits of a template', () => {
  test('V5.2.1 a template may have 512 KB of HTML', async () => {
    const html = 'x'.repeat(512 * 1024);

    const answer = await renderDraft(account, { html });

    expect(bytesOf(answer, 'html')).toBe(html.length);
  });

  test('a template may have 256 KB of text', async () => {
    const text = 'x'.repeat(256 * 1024);

    const answer = await executeDraft(account, { html: '<p>', text }, {});

    expect(bytesOf(answer, 'text')).toBe(text.length);
  });

  test('a template may nest sections 32 deep', async () => {
    const html = `${'{{#a}}'.repeat(32)}in{{/a}}${'{{/a}}'.repeat(31)}`;

    const answer = await renderDraft(account, { html }, { a: true });

    expect(answer).toEqual({ status: 200, body: { html: 'in', subject: 'Hello' } });
  });

  test('a pattern may have 256 characters', async () => {
    const pattern = 'x'.repeat(256);
    const flow = flowOf(regex({ field: 'v', pattern }), template);

    const answer = await executeDraft(
      account,
      { html: '<p>', flow },
      { variables: { v: pattern } },
    );

    expect(answer).toMatchObject({ status: 200, body: { type: 'callback' } });
  });

  test('a flow may have 100 nodes', async () => {
    const checks = Array.from({ length: 98 }, (_, at) => ({ ...required('a'), id: `check-${at}` }));
    const flow = flowOf(...checks, template, provider());
    const request = { _to: 'ada@good.example', variables: { a: 1 } };

    const answer = await executeDraft(account, { html: '<p>', flow }, request);

    expect(answer).toMatchObject({ status: 200, body: { type: 'sent' } });
  });

  test('a template id may have 64 characters', async () => {
    const id = `A-_${'9'.repeat(61)}`;
    await account.save({ id, html: '<p>' });

    const answer = await account.render({ template_id: id });

    expect(answer).toEqual({ status: 200, body: { html: '<p>', subject: 'Hello' } });
  });
});

describe('the number of variables', () => {
  test('a request may have as many variables as its body holds', async () => {
    const names = Array.from({ length: 50_000 }, (_, at) => [`name${at}`, at]);

    const answer = await renderDraft(account, { html: '{{name49999}}' }, Object.fromEntries(names));

    expect(answer).toEqual({ status: 200, body: { html: '49999', subject: 'Hello' } });
  });
});
