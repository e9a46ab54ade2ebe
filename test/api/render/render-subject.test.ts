import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import { executeDraft, renderDraft } from '../harness/trial.ts';

const account = await openAccount();

const withSubject = (subject: string) => ({ status: 200, body: { html: '<p>', subject } });

/** A subject of execute, of a template whose own one needs a variable. */
const returned = (subject: string) => ({
  status: 200,
  body: { success: true, type: 'callback', html: '<p>', text: '', subject },
});

describe("a template's subject", () => {
  test("a template's subject is rendered with the variables", async () => {
    const draft = { subject: 'Hello {{name|friend}}, {{n}}', html: '<p>' };

    const answer = await renderDraft(account, draft, { n: 7, subject: 'not this one' });

    expect(answer).toEqual(withSubject('Hello friend, 7'));
  });

  test.each(['', '  '])('the variable subject replaces a subject that is %j', async (subject) => {
    const [given, missing] = await Promise.all([
      renderDraft(account, { subject, html: '<p>' }, { subject: 'From <variables> {{x}}' }),
      renderDraft(account, { subject, html: '<p>' }),
    ]);

    expect(given).toEqual(withSubject('From <variables> {{x}}'));
    expect(missing).toEqual(withSubject(''));
  });

  test('the variable subject must not be a list or an object either', async () => {
    const answer = await renderDraft(account, { subject: '', html: '<p>' }, { subject: ['a'] });

    expect(answer).toEqual(
      refusal(400, 'subject must be a string, number or boolean, found an array'),
    );
  });
});

describe('_subject', () => {
  const draft = { subject: 'Hello {{name}}', html: '<p>' };

  test('_subject replaces the subject, whose variables are then not needed', async () => {
    const answer = await executeDraft(account, draft, { _subject: 'Another' });

    expect(answer).toEqual(returned('Another'));
  });

  test('_subject is taken literally, its placeholders too', async () => {
    const request = { variables: { name: 'Ada' }, _subject: '{{name}} <b>&amp;</b> {{{x}}}' };

    const answer = await executeDraft(account, draft, request);

    expect(answer).toEqual(returned('{{name}} <b>&amp;</b> {{{x}}}'));
  });
});

describe('a subject is one line', () => {
  const controls = [
    ['line breaks', 'a\r\nBcc: b@c.example\n\nd', 'a Bcc: b@c.example d'],
    ['a tab and a NUL', 'a\t\0b', 'a b'],
    ['the first and the last of C0, and DEL', '\x01a\x1f\x7fb', 'a b'],
    ['C1', 'a\u0080\u0085\u009fb', 'a b'],
    ['the separators of lines and paragraphs', 'a\u2028\u2029b', 'a b'],
    ['white space at its ends', ' \n a  b \t ', 'a  b'],
    ['nothing else', 'a\u00a0\u200bb\u{1f600}', 'a\u00a0\u200bb\u{1f600}'],
  ] as const;

  test.each(controls)('the subject is one line with %s in a value', async (_, value, subject) => {
    const answer = await renderDraft(account, { subject: '{{v}}', html: '<p>' }, { v: value });

    expect(answer).toEqual(withSubject(subject));
  });

  test.each(controls)('the subject is one line with %s in _subject', async (_, value, subject) => {
    const answer = await executeDraft(account, { html: '<p>' }, { _subject: value });

    expect(answer).toEqual(returned(subject));
  });

  test('the subject has at most 998 characters, wherever it comes from', async () => {
    const tooLong = refusal(400, 'Rendered subject is larger than 998 characters');
    const draft = { subject: '{{v}}', html: '<p>' };
    const long = '\u{1f600}'.repeat(998);

    const fits = await renderDraft(account, draft, { v: `${long}\n` });
    const over = await renderDraft(account, draft, { v: `${long}!` });
    const executed = await executeDraft(account, draft, { variables: { v: `${long}!` } });
    const literal = await executeDraft(account, draft, { _subject: 'x'.repeat(999) });

    expect(fits).toEqual(withSubject(long));
    expect([over, executed, literal]).toEqual([tooLong, tooLong, tooLong]);
  });
});
