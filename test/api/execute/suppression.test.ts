import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { commandInWords } from '../harness/cli.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { withKey } from '../harness/keyed.ts';
import { messageThatIs, messageTo, statesTo } from '../harness/messages.ts';
import { executeDraft } from '../harness/trial.ts';

const account = await openAccount();
const draft = { html: '<p>Hi</p>', flow: flowOf(template, provider()) };

/** No other test sends to these. */
const bounced = 'Bounce+suppressed@simulator.amazonses.com';
const complained = 'complaint+suppressed@simulator.amazonses.com';
const fine = 'success+suppressed@simulator.amazonses.com';

const send = (_to: string, more: Record<`_${string}`, string | boolean> = {}) =>
  executeDraft(account, draft, { _to, ...more });

const cli = (...words: string[]) => commandInWords([...words, '--account', account.accountId]);

const suppressed = (field: string, name: string, why: string) => ({
  status: 200,
  body: {
    success: false,
    type: 'validation_failed',
    error: expect.stringMatching(`^${name} is suppressed since \\d{4}-\\d\\d-\\d\\d: ${why}$`),
    field,
  },
});
const aBounce = 'a mail to it bounced';
const sent = {
  status: 200,
  body: { success: true, type: 'sent', messageId: expect.any(String) },
};

await send(bounced);
await send(complained);
await messageThatIs('BOUNCED', account, bounced);
await messageThatIs('COMPLAINED', account, complained);

test('an address that bounced or complained is refused from then on, with the date and the reason, nothing is sent, and the refusal is recorded', async () => {
  const before = await mailsTo(bounced);

  const { record } = await messageTo(account, bounced);

  const answer = await send(bounced);
  const complaint = await send(complained);

  const day = record.recipients[0]?.at?.slice(0, 10);
  const error = `_to is suppressed since ${day}: ${aBounce}`;
  expect(answer).toEqual({
    ...{ status: 200, body: { success: false, type: 'validation_failed', error, field: '_to' } },
  });
  expect(complaint).toEqual(suppressed('_to', '_to', 'its reader marked a mail as spam'));
  expect(await mailsTo(bounced)).toEqual(before);
  expect(await statesTo(account, bounced)).toEqual(['REFUSED', 'BOUNCED']);
});

test.each<[string, string, Record<`_${string}`, string | boolean>, string, string]>([
  ['a copy', fine, { _cc: `a@b.example, ${bounced}` }, '_cc', 'Address 2 in _cc'],
  ['a blind copy', fine, { _bcc: bounced }, '_bcc', 'Address 1 in _bcc'],
  ['a name before it', `Bo <${bounced}>`, {}, '_to', '_to'],
  ['another case', bounced.toUpperCase(), {}, '_to', '_to'],
  ['a dry run', bounced, { _dryRun: true }, '_to', '_to'],
  ['the first of two', bounced, { _cc: bounced }, '_to', '_to'],
])('an address that bounced or complained is refused %s', async (_, to, more, field, name) => {
  const answer = await send(to, more);

  expect(answer).toEqual(suppressed(field, name, aBounce));
  const states = await statesTo(account, fine);
  expect(states.filter((state) => state !== 'REFUSED')).toEqual([]);
});

test('a suppressed address may be the reply address, and a recipient if nothing is sent', async () => {
  const replyTo = await send(fine, { _replyTo: bounced });
  const callback = await executeDraft(account, { html: '<p>Hi</p>' }, { _to: bounced });

  expect(replyTo).toEqual(sent);
  expect(callback).toMatchObject({ status: 200, body: { success: true, type: 'callback' } });
});

test('a suppressed address still gets mails from other accounts, and its refusal leaves the Idempotency-Key free', async () => {
  const other = await openAccount();
  await account.save({ id: 'keyed', ...draft });
  const body = { templateId: 'keyed', variables: {}, _to: complained };

  const elsewhere = await executeDraft(other, draft, { _to: complained });
  const first = await withKey(account, 'suppressed', body);
  const second = await withKey(account, 'suppressed', { ...body, _to: fine });

  expect(elsewhere).toEqual(sent);
  expect(first).toEqual({ status: 200, text: expect.stringContaining('"field":"_to"') });
  expect(second).toEqual({ status: 200, text: expect.stringContaining('"type":"sent"') });
});

const byHand = 'by-hand@good.example';

test('the suppression list shows address, day and reason', async () => {
  const { exitCode, text } = await cli('suppression', 'list');

  expect(exitCode).toBe(0);
  expect(text).toMatch(/^ADDRESS +SINCE +REASON\n/);
  expect(text).toMatch(
    /\nbounce\+suppressed@\S+ +\S+ \S+ +bounce of message \w{26}: smtp; 550 5\.1\.1 user unknown\n/,
  );
  expect(text).toMatch(
    /\ncomplaint\+suppressed@\S+ +\S+ \S+ +complaint of message \w{26}: abuse\n/,
  );
});

test('an address that is removed from the suppression list gets mails again', async () => {
  const removed = await cli('suppression', 'remove', bounced);
  const answer = await send(bounced);

  expect(removed).toMatchObject({
    ...{ exitCode: 0, text: `${bounced.toLowerCase()} is no longer suppressed.\n` },
  });
  expect(answer).toEqual(sent);
});

test('an operator can add an address to the suppression list', async () => {
  const added = await cli('suppression', 'add', byHand, '--reason', 'asked by telephone');
  const answer = await send(byHand);
  const listed = await cli('message', 'list', '--to', byHand);

  expect(added).toMatchObject({
    ...{ exitCode: 0, text: `${byHand} is suppressed now: execute refuses it.\n` },
  });
  expect(answer).toEqual(suppressed('_to', '_to', 'by hand'));
  expect(listed.notes).toMatch(
    /by-hand@good\.example is suppressed since .*: by hand: asked by telephone\. Sends to it are refused\./,
  );
});
