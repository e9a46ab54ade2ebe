import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { refusal } from '../harness/call.ts';
import {
  callback,
  emailDomain,
  flowOf,
  type Node,
  provider,
  regex,
  required,
  template,
} from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const failed = (field: string, error: string) => ({
  status: 200,
  body: { success: false, type: 'validation_failed', error, field },
});
const passed = {
  status: 200,
  body: { success: true, type: 'callback', html: '<p>', text: '', subject: 'Hello' },
};

type Request = Parameters<typeof executeDraft>[2];

/** Executes a callback flow with one check before its template. */
const check = (node: Node, request: Request) =>
  executeDraft(account, { html: '<p>', flow: flowOf(node, template, callback) }, request);

describe('required fields', () => {
  const sentence = (names: string) => `Required fields are missing or empty: ${names}`;

  test.each<[string, unknown]>([
    ['null', null],
    ['an empty text', ''],
    ['white space', ' \n\t\u00a0'],
    ['an empty list', []],
  ])('required fields fail for %s', async (_, value) => {
    const answer = await check(required('code'), { variables: { code: value } });

    expect(answer).toEqual(failed('code', sentence('code')));
  });

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['0', 0],
    ['false', false],
    ['a list', ['']],
    ['an object', {}],
  ])('required fields accept %s', async (_, value) => {
    const answer = await check(required('code'), { variables: { code: value } });

    expect(answer).toEqual(passed);
  });

  test('required fields may be dotted names, and read only own properties', async () => {
    const node = required('user.name', 'user.constructor', 'toString');

    const answer = await check(node, { variables: { user: { name: 'Ada' } } });

    expect(answer).toEqual(failed('user.constructor', sentence('user.constructor, toString')));
  });

  test.each(['_to', '_subject', '_replyTo', '_cc', '_bcc'])(
    'required fields may be the delivery field %s',
    async (field) => {
      const [missing, given] = await Promise.all([
        check(required(field), { variables: { [field]: 'a variable is none' } }),
        check(required(field), { [field]: 'a@good.example' }),
      ]);

      expect(missing).toEqual(failed(field, sentence(field)));
      expect(given).toMatchObject({ status: 200, body: { type: 'callback' } });
    },
  );

  test('all missing required fields are named; field is the first', async () => {
    const answer = await check(required('b', 'a', '_to', 'c'), { variables: { a: 1 } });

    expect(answer).toEqual(failed('b', sentence('b, _to, c')));
  });
});

describe('a regular expression', () => {
  const matches = (pattern: string, value: unknown, message?: string) =>
    check(regex({ field: 'v', pattern, ...(message && { message }) }), { variables: { v: value } });

  test.each<[string, unknown]>([
    ['b', 'abc'],
    ['^abc$', 'abc'],
    ['(?i)ABC', 'xabcx'],
    ['^$', ''],
    ['^0$', 0],
    ['^1.5$', 1.5],
    ['^false$', false],
    ['^\\p{Lu}ë$', 'Zë'],
    ['x{1000}', 'x'.repeat(1024)],
  ])('the regular expression %s matches %j', async (pattern, value) => {
    const answer = await matches(pattern, value);

    expect(answer).toEqual(passed);
  });

  test.each<[string, unknown]>([
    ['^b', 'abc'],
    ['^abc$', 'abc\n'],
    ['^1$', 10],
    ['.', ''],
  ])('the regular expression %s does not match %j', async (pattern, value) => {
    const answer = await matches(pattern, value);

    expect(answer).toEqual(failed('v', 'v does not match the pattern'));
  });

  test.each<[string, unknown, string]>([
    ['that is missing', undefined, 'v is required'],
    ['that is null', null, 'v is required'],
    ['of over 1,024 characters', 'x'.repeat(1025), 'v is longer than 1,024 characters'],
    ['that is a list', ['x'], 'v must be a string, number or boolean, found an array'],
    ['that is an object', { x: 'x' }, 'v must be a string, number or boolean, found an object'],
  ])('a regular expression fails for a value %s', async (_, value, error) => {
    const answer = await matches('x*', value);

    expect(answer).toEqual(failed('v', error));
  });

  test('a regular expression that fails answers with its own message if it has one', async () => {
    const message = 'v must look like AB12';

    const answers = await Promise.all(
      ['x', undefined, 'A'.repeat(2000)].map((value) =>
        matches('^[A-Z]{2}\\d\\d$', value, message),
      ),
    );

    expect(answers).toEqual([failed('v', message), failed('v', message), failed('v', message)]);
  });

  test('a regular expression may check a delivery field, as it was given', async () => {
    const node = regex({ field: '_to', pattern: '@good\\.example$' });

    const given = await check(node, { _to: 'a@good.example' });
    const other = await check(node, {
      _to: 'a@other.example',
      variables: { _to: 'a@good.example' },
    });
    const missing = await check(node, {});

    expect(given).toEqual(passed);
    expect(other).toEqual(failed('_to', '_to does not match the pattern'));
    expect(missing).toEqual(failed('_to', '_to is required'));
  });

  test.each(['^(a+)+$', '(a|a)*b', '^([a-z0-9]+.?)+@x$', '(.*)(.*)(.*)(.*)(.*)c'])(
    'a regular expression cannot be made to run forever: %s',
    async (pattern) => {
      const answer = await matches(pattern, `${'a'.repeat(1023)}!`);

      expect(answer).toEqual(failed('v', 'v does not match the pattern'));
    },
  );
});

describe('email domain verification', () => {
  const missing = 'The domain of _to does not exist';
  const noMx = 'The domain of _to has no MX records';

  test.each([
    ['good.example'],
    ['inbox.example.com'],
    ['alias.example'],
    ['GOOD.example'],
    ['münchen.example'],
    // Disposable or not, it takes mail.
    ['mailinator.com'],
  ])('email domain verification passes for %s', async (domain) => {
    const answer = await check(emailDomain(), { _to: `Ada <ada@${domain}>` });

    expect(answer).toEqual(passed);
  });

  test.each([
    ['missing.example', missing],
    ['empty.example', missing],
    ['private.example', missing],
    ['good.test', missing],
    ['null-mx.example', noMx],
    ['localhost-mx.example', noMx],
    ['ipv4-only.example', noMx],
  ])('email domain verification fails for %s: %s', async (domain, error) => {
    const answer = await check(emailDomain(), { _to: `ada@${domain}` });

    expect(answer).toEqual(failed('_to', error));
  });

  test.each(['servfail.example', 'refused.example'])(
    'if DNS does not answer (%s), execute reports no verdict on the domain and sends nothing',
    async (domain) => {
      const _to = `nobody-gets-this@${domain}`;
      const draft = { html: '<p>', flow: flowOf(emailDomain(), template, provider()) };

      const answer = await executeDraft(account, draft, { _to });

      expect(answer).toEqual(refusal(500, 'Domain lookup failed, try again', '1'));
      expect(await mailsWhere(({ destination }) => destination.to.includes(_to))).toEqual([]);
    },
  );

  test('the domain check runs before the send: a domain without MX gets no mail', async () => {
    const _to = 'nobody-gets-this@null-mx.example';
    const draft = { html: '<p>', flow: flowOf(emailDomain(), template, provider()) };

    const answer = await executeDraft(account, draft, { _to });

    expect(answer).toEqual(failed('_to', noMx));
    expect(await mailsWhere(({ destination }) => destination.to.includes(_to))).toEqual([]);
  });
});
