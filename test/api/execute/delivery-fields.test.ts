import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailOf, mailsWhere } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };
const _to = 'ada@good.example';

const failed = (field: string, error: string) => ({
  status: 200,
  body: { success: false, type: 'validation_failed', error, field },
});

const notInQuotes = 'the part before the @ has a character that is allowed only in double quotes';

/** Texts that are no address, and what is wrong with each. */
const bad: [string, string][] = [
  ['ada', 'it has no @'],
  ['ada@', 'there is nothing after the @'],
  ['@good.example', 'there is nothing before the @'],
  ['ada@bob@good.example', 'it has more than one @; an @ in quotes is not accepted either'],
  ['ada@good', 'the domain has no dot'],
  ['ada@[192.0.2.1]', 'the part after the @ must be a domain name, not an IP address in brackets'],
  [
    'a..b@good.example',
    'the part before the @ must not begin or end with a dot or have two in a row',
  ],
  ['zoë@good.example', 'the part before the @ may contain only ASCII characters'],
  [`${'x'.repeat(65)}@good.example`, 'the part before the @ is longer than 64 octets'],
  ['Ada ada@good.example', notInQuotes],
  [
    'Ada: <ada@good.example>',
    'a name with one of , ; : @ ( ) [ ] < > " \\ in it must be in double quotes',
  ],
  ['ada@good.example (Ada)', 'the domain may contain only letters, digits, hyphens and dots'],
  ['Team: a@good.example;', notInQuotes],
  ['"Ada <ada@good.example>', 'the quote that the name begins with is not closed'],
  [`${'x'.repeat(101)} <ada@good.example>`, 'its name is longer than 100 characters'],
];

/** What would end a line or a header somewhere on the way. */
const controls: [string, string][] = [
  ['CR and LF', 'ada@good.example\r\nBcc: b@good.example'],
  ['LF', 'Ada\n <ada@good.example>'],
  ['CR', 'ada@good.example\r'],
  ['NUL', 'ada\0@good.example'],
  ['LF in quotes', '"a\nb"@good.example'],
  ['a tab', 'Ada\t<ada@good.example>'],
  ['U+2028', 'Ada\u2028 <ada@good.example>'],
];
const controlError = 'it contains a control character, such as a line break or a tab';

describe('_to on a flow that sends', () => {
  test.each<[string, { _to?: string | null }]>([
    ['missing', {}],
    ['null', { _to: null }],
    ['empty', { _to: '' }],
  ])('a flow that sends requires _to: %s', async (_, request) => {
    const answer = await executeDraft(account, draft, request);

    expect(answer).toEqual(failed('_to', '_to is required'));
  });

  test('_to is one address', async () => {
    const answer = await executeDraft(account, draft, { _to: 'a@good.example, b@good.example' });

    expect(answer).toEqual(
      failed('_to', '_to must be one address; a name with a comma in it must be in double quotes'),
    );
  });
});

describe.each(['_to', '_replyTo'])('%s', (field) => {
  test.each([...bad, [' ', 'it is empty'] as const])(
    'an address field cannot be %j',
    async (text, problem) => {
      const answer = await executeDraft(account, draft, { _to, [field]: text });

      expect(answer).toEqual(failed(field, `${field} is not a valid email address: ${problem}`));
    },
  );

  test.each(controls)('an address field cannot contain %s', async (_, text) => {
    const answer = await executeDraft(account, draft, { _to, [field]: text });

    expect(answer).toEqual(failed(field, `${field} is not a valid email address: ${controlError}`));
  });
});

describe.each(['_cc', '_bcc'])('%s', (field) => {
  test.each(bad)('a list of addresses cannot contain %j', async (text, problem) => {
    const answer = await executeDraft(account, draft, { _to, [field]: `b@good.example,${text}` });

    const sentence = `Address 2 in ${field} is not a valid email address: ${problem}`;
    expect(answer).toEqual(failed(field, sentence));
  });

  test.each(controls)('a list of addresses cannot contain %s', async (_, text) => {
    const answer = await executeDraft(account, draft, { _to, [field]: text });

    const sentence = `Address 1 in ${field} is not a valid email address: ${controlError}`;
    expect(answer).toEqual(failed(field, sentence));
  });

  test.each(['b@good.example,', ',b@good.example', 'b@good.example,,c@good.example', ','])(
    'a list of addresses cannot have an empty entry: %j',
    async (text) => {
      const answer = await executeDraft(account, draft, { _to, [field]: text });

      const entry = text.startsWith(',') ? 1 : 2;
      const sentence = `Address ${entry} in ${field} is not a valid email address: it is empty`;
      expect(answer).toEqual(failed(field, sentence));
    },
  );
});

describe('several invalid delivery fields', () => {
  test('the first invalid delivery field is the answer, and nothing is sent', async () => {
    const to = 'nothing-is-sent@good.example';

    const answer = await executeDraft(account, draft, {
      _to: to,
      _cc: 'x',
      _bcc: 'y',
      _replyTo: 'z',
    });

    const sentence = 'Address 1 in _cc is not a valid email address: it has no @';
    expect(answer).toEqual(failed('_cc', sentence));
    expect(await mailsWhere(({ destination }) => destination.to.includes(to))).toEqual([]);
  });
});

describe('recipients', () => {
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}@good.example`);

  test('_to, _cc and _bcc have at most 50 recipients together', async () => {
    const [cc, bcc] = [many(25, 'c'), many(24, 'b')];

    const fits = await executeDraft(account, draft, { _to, _cc: cc.join(), _bcc: bcc.join() });
    const overInBcc = await executeDraft(account, draft, {
      ...{ _to, _cc: cc.join(), _bcc: many(25, 'b').join() },
    });
    const overInCc = await executeDraft(account, draft, { _to, _cc: many(50, 'c').join() });

    const sentence = 'has too many addresses: _to, _cc and _bcc may have 50 together';
    expect((await mailOf(fits)).destination).toEqual({ to: [_to], cc, bcc });
    expect(overInBcc).toEqual(failed('_bcc', `_bcc ${sentence}`));
    expect(overInCc).toEqual(failed('_cc', `_cc ${sentence}`));
  });
});
