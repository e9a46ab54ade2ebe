import { listMessages } from '../../../shared/manage/messages/messages.ts';
import type { Plan } from '../../../shared/plans.ts';
import { expect, test } from '../../jest.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { type Answer, callRaw } from '../harness/call.ts';
import { commandInWords } from '../harness/cli.ts';
import { flowOf, provider, regex, template } from '../harness/flow.ts';

async function openSending(plan?: Plan): Promise<TestAccount> {
  const opened = await openAccount(plan);
  const code = regex({ field: 'code', pattern: '^[A-Z]+$', message: 'code must be in capitals' });
  await opened.save({ id: 'code', html: '{{code}}', flow: flowOf(code, template, provider()) });
  return opened;
}

const account = await openSending();

const request = (_to: string, code: string) => ({ templateId: 'code', variables: { code }, _to });

async function recordsOf({ ports, accountId }: TestAccount) {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await listMessages(ports, accountId, { limit: 100, cursor });
    found.push(...page.messages);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

test('a refused request is found by its recipient, and explained by the id in its answer', async () => {
  const _to = 'ada+refused@good.example';
  const body = { ...request(`Ada <${_to}>`, 'hunter2'), _reference: 'order-1001' };
  const { headers } = await callRaw('/v1/execute', { key: account.key, body });
  const cli = (...words: string[]) =>
    commandInWords(['message', ...words, '--account', account.accountId]);

  const list = await cli('list', '--to', _to.toUpperCase());
  const ofReference = await cli('list', '--state', 'refused', '--reference', 'order-1001');
  const shown = await cli('show', String(headers['x-message-id']));

  expect(list.text).toMatch(
    /\n\w{26} .* code +ada\+refused@good\.example +REFUSED +\(code must be in capitals\)\n$/,
  );
  expect(ofReference.text).toBe(list.text);
  expect(shown.text).toContain('REFUSED: The request was refused, so nothing was sent.\n');
  expect(shown.text).toMatch(/\nreference +order-1001\n/);
  expect(shown.text).toMatch(/ Refused: code must be in capitals\n/);
  expect(shown.text).toContain('A node of the flow does not accept code.');
  expect(shown.text).not.toContain('hunter2');
});

test("a flood of refused requests leaves no more records than the plan's rate lets through", async () => {
  const flooded = await openSending('free');
  const answers: Answer[] = [];

  while (!answers.some(({ status }) => status === 429)) {
    const flood = Array.from({ length: 45 }, () => flooded.execute(request('nobody', 'AB')));
    answers.push(...(await Promise.all(flood)));
  }

  const answered = answers.filter(({ status }) => status === 200).length;
  expect(await recordsOf(flooded)).toHaveLength(answered);
});
