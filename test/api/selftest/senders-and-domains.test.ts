import { senders } from '../../../cli/commands/selftest/steps/mails.ts';
import { verify } from '../../../cli/commands/selftest/steps/verify.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { describe, expect, test } from '../../jest.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { contextOf, found, foundOf, type Lie } from './step-context.ts';

describe('senders', () => {
  test('the step senders mails from each sender, and once with a name that is not ASCII', async () => {
    const from = ['ann@one.example', 'selftest@two.example'];

    const finding = await found(senders, { senders: async () => from, to: 'me@good.example' });

    expect(finding).toMatchObject({ status: 'ok' });
    expect(finding.found).toMatch(
      /^3 mails from ann@one\.example, selftest@two\.example were delivered to me@good\.example; check in that mailbox that the last one is from "Grüße aus 東京 🐎", and its source has /,
    );
    const [{ headers = [] } = {}] = await mailsWhere(
      ({ destination, headers: sent = [] }) =>
        destination.to.includes('me@good.example') && sent.length > 0,
    );
    expect(headers).toHaveLength(3);
    for (const { name, value } of headers) expect(finding.found).toContain(`${name}: ${value}; `);
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
  const internet =
    (lie: (body: string) => ReturnType<Lie>): Lie =>
    ({ path, body }) =>
      path === '/verify' ? (lie(body) ?? answer(!isMissing(body))) : undefined;

  test('the step verify is good if the large domains accept mail, and the one that does not exist does not', async () => {
    const lie = internet(() => undefined);

    expect(await foundOf(lie, verify)).toEqual({
      status: 'ok',
      found: '5 large domains accept mail, and one that does not exist accepts none',
    });
  });

  test('the step verify is unknown if DNS does not answer', async () => {
    const lie = internet((body) => (body.includes('gmx.net') ? noDns : undefined));

    expect(await foundOf(lie, verify)).toMatchObject({ status: 'unknown' });
  });

  test.each<[string, (body: string) => ReturnType<Lie>, RegExp]>([
    [
      'a domain that does not exist accepts mail',
      (body) => (isMissing(body) ? answer(true) : undefined),
      /^A domain that does not exist accepts mail: /,
    ],
    [
      'a large domain does not',
      (body) => (body.includes('gmail.com') ? answer(false) : undefined),
      /^The verification of gmail\.com got 200 /,
    ],
  ])('the step verify is broken if %s', async (_, lie, sentence) => {
    expect(await foundOf(internet(lie), verify)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(sentence),
    });
  });
});
