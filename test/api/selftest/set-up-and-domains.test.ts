import { senders } from '../../../cli/commands/selftest/steps/mails.ts';
import { mailDomains, verify } from '../../../cli/commands/selftest/steps/verify.ts';
import { setUp } from '../../../cli/commands/selftest/steps.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { describe, expect, test } from '../../jest.ts';
import { contextOf, found, foundOf, type Lie } from './step-context.ts';

describe('set-up', () => {
  const check = (code: string, status: CheckResult['status']): CheckResult => {
    return { code, status, found: `${code} is ${status}`, why: 'why', made: true, fix: [] };
  };
  const examined = (...checks: CheckResult[]) => found(setUp, { examine: async () => checks });

  test('the step set-up is good if nothing is broken or unknown', async () => {
    expect(await examined(check('a', 'ok'), check('b', 'skipped'))).toEqual({
      status: 'ok',
      found: '1 checks are good, 1 do not apply here',
    });
  });

  test('the step set-up names broken checks before unknown ones', async () => {
    const finding = await examined(check('a', 'ok'), check('b', 'unknown'), check('c', 'broken'));

    expect(finding).toMatchObject({ status: 'broken', found: 'c: c is broken' });
  });

  test('the step set-up is unknown if a check is', async () => {
    const finding = await examined(check('a', 'ok'), check('b', 'unknown'));

    expect(finding).toMatchObject({ status: 'unknown', found: 'b: b is unknown' });
  });
});

describe('senders', () => {
  test('the step senders mails from each sender, and once with a name that is not ASCII', async () => {
    const from = ['ann@one.example', 'selftest@two.example'];

    const finding = await found(senders, { senders: async () => from, to: 'me@good.example' });

    expect(finding).toEqual({
      status: 'ok',
      found:
        '3 mails from ann@one.example, selftest@two.example were delivered to me@good.example; check in that mailbox that the sender name is "Grüße aus 東京 🐎"',
    });
  });

  test('the step senders mails only the simulator without --to', async () => {
    const context = await contextOf({});

    await senders.run(context);

    const [{ accountId = '' } = {}] = context.accounts;
    const { messages } = await listMessages(context.ports, accountId);
    const to = ['success+senders@simulator.amazonses.com'];
    expect(messages).toMatchObject([
      { to, state: 'DELIVERED' },
      { to, state: 'DELIVERED' },
    ]);
  });

  test('the step senders is broken if one sender may not send', async () => {
    const refused = '{"success":false,"type":"send_failed","error":"not authorized"}';
    let mails = 0;
    const lie: Lie = ({ path }) => {
      if (path !== '/execute') return undefined;
      return mails++ === 1 ? { text: refused } : undefined;
    };

    expect(await foundOf(lie, senders)).toMatchObject({
      status: 'broken',
      found: `The request to mail success+senders@simulator.amazonses.com got 200 ${refused}`,
    });
  });
});

describe('verify', () => {
  const answer = (takesMail: boolean) => {
    const verdict = { valid: takesMail, domain: takesMail, mxRecords: takesMail };
    return { status: 200, text: JSON.stringify({ email: 'e', verification: verdict }) };
  };
  const noDns = {
    status: 500,
    text: '{"error":"Domain lookup failed, try again"}',
    headers: { 'content-type': 'application/json', 'x-request-id': 'r', 'retry-after': '1' },
  };
  const isMissing = (body: string) => body.includes('@postrider-');
  /** A simulated Internet with these answers; all other answers are correct. */
  const internet =
    (lie: (body: string) => ReturnType<Lie>): Lie =>
    ({ path, body }) =>
      path === '/verify' ? (lie(body) ?? answer(!isMissing(body))) : undefined;

  test('the step verify is good if all domains accept mail, except the one that does not exist', async () => {
    expect(
      await foundOf(
        internet(() => undefined),
        verify,
      ),
    ).toEqual({
      status: 'ok',
      found: `${mailDomains.length} of ${mailDomains.length} domains accept mail, all asked at once, and one that does not exist accepts none`,
    });
  });

  test('the step verify is unknown without DNS', async () => {
    expect(
      await foundOf(
        internet(() => noDns),
        verify,
      ),
    ).toMatchObject({ status: 'unknown' });
  });

  test('the step verify is unknown if DNS knows no domain at all', async () => {
    expect(
      await foundOf(
        internet(() => answer(false)),
        verify,
      ),
    ).toMatchObject({
      status: 'unknown',
      found: expect.stringMatching(/^DNS knows none of 50 large domains/),
    });
  });

  test.each<[string, (body: string) => ReturnType<Lie>, RegExp]>([
    [
      'a domain that does not exist takes mail',
      (body) => (isMissing(body) ? answer(true) : undefined),
      /^A domain that does not exist accepts mail: /,
    ],
    [
      'many domains are unknown',
      (body) => (/\.com"/.test(body) && !isMissing(body) ? answer(false) : undefined),
      /^\d+ of \d+ domains have no mail server: gmail\.com, /,
    ],
    [
      'some have no answer in time',
      (body) => (body.includes('gmail.com') ? noDns : undefined),
      /^1 of \d+ domains had no answer in time; A verification got 500/,
    ],
  ])('the step verify is broken if %s', async (_, lie, sentence) => {
    expect(await foundOf(internet(lie), verify)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(sentence),
    });
  });

  test('the step verify has fifty domains, each once', () => {
    expect(new Set(mailDomains).size).toBe(50);
  });

  test('the step verify notices that most of its domains do not exist in the tests’ DNS', async () => {
    expect(await found(verify)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^49 of 50 domains have no mail server: outlook\.com, /),
    });
  });
});
