import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailOf } from '../harness/inbox.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();

const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };
const _to = 'ada@good.example';
const send = (request: Parameters<typeof executeDraft>[2]) => executeDraft(account, draft, request);

const failed = (field: string, error: string) => ({
  status: 200,
  body: { success: false, type: 'validation_failed', error, field },
});

test.each([
  [{}, '_to is required'],
  [{ _to: null }, '_to is required'],
  [{ _to: '' }, '_to is required'],
  [{ _to: ' ' }, '_to is not a valid email address: it is empty'],
  [
    { _to: 'a@good.example, b@good.example' },
    '_to must be one address; a name with a comma in it must be in double quotes',
  ],
])('a flow that sends needs one address as _to, and refuses %j', async (request, error) => {
  expect(await send(request)).toEqual(failed('_to', error));
});

const notInQuotes = 'the part before the @ has a character that is allowed only in double quotes';
const control = 'it contains a control character, such as a line break or a tab';

test.each([
  ['_to', 'ada', '_to', 'it has no @'],
  ['_to', 'ada@good.example\r\nBcc: b@good.example', '_to', control],
  ['_replyTo', 'Team: a@good.example;', '_replyTo', notInQuotes],
  ['_replyTo', '"a\nb"@good.example', '_replyTo', control],
  ['_cc', 'b@good.example,ada@good', 'Address 2 in _cc', 'the domain has no dot'],
  ['_cc', 'Ada\u2028 <ada@good.example>', 'Address 1 in _cc', control],
  ['_cc', ',b@good.example', 'Address 1 in _cc', 'it is empty'],
  ['_bcc', 'b@good.example,', 'Address 2 in _bcc', 'it is empty'],
  ['_bcc', 'Ada\t<ada@good.example>', 'Address 1 in _bcc', control],
])('%s cannot contain %j', async (field, text, name, problem) => {
  const answer = await send({ _to, [field]: text });

  expect(answer).toEqual(failed(field, `${name} is not a valid email address: ${problem}`));
});

test('_to, _cc and _bcc have at most 50 recipients together', async () => {
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}@good.example`);
  const [cc, bcc] = [many(25, 'c'), many(24, 'b')];

  const fits = await send({ _to, _cc: cc.join(), _bcc: bcc.join() });
  const overInBcc = await send({ _to, _cc: cc.join(), _bcc: many(25, 'b').join() });
  const overInCc = await send({ _to, _cc: many(50, 'c').join() });

  const sentence = 'has too many addresses: _to, _cc and _bcc may have 50 together';
  expect((await mailOf(fits)).destination).toEqual({ to: [_to], cc, bcc });
  expect(overInBcc).toEqual(failed('_bcc', `_bcc ${sentence}`));
  expect(overInCc).toEqual(failed('_cc', `_cc ${sentence}`));
});
