import { expect, test } from 'vitest';
import { command } from '../harness/cli.ts';
import { dataFolder } from '../harness/deployment.ts';
import { mailsWhere } from '../harness/inbox.ts';

test('send sends the mail of a stored template once for each Idempotency-Key', async () => {
  const to = 'send-command@inbox.example.com';
  const words = ['send', 'welcome', '--to', to, '--var', 'name=Ada', '--idempotency-key', to];

  const first = await command(dataFolder, words);
  const again = await command(dataFolder, words);
  const mails = await mailsWhere(({ destination }) => destination.to.includes(to));

  const sent = { success: true, type: 'sent', messageId: expect.any(String), idempotencyKey: to };
  expect({ first, again }).toEqual({
    first: { exitCode: 0, answer: { ...sent, repeated: false } },
    again: { exitCode: 0, answer: { ...sent, repeated: true } },
  });
  expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Postrider, Ada']);
});
