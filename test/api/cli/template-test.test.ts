import { expect, test } from '../../jest.ts';
import { command } from '../harness/cli.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { mailsWhere } from '../harness/inbox.ts';

test('template test sends a stored template to each address, and its record says that a person tested it', async () => {
  const to = ['template-test-1@inbox.example.com', 'template-test-2@inbox.example.com'];
  const account = ['--account', deployment.accountId];
  const words = ['template', 'test', 'welcome', '--to', to.join(), '--var', 'name=Ada', ...account];

  const { exitCode, answer } = await command(dataFolder, words);
  const mails = await mailsWhere(({ destination }) =>
    destination.to.some((one) => to.includes(one)),
  );
  const { mails: sent } = answer as { mails: { messageId: string }[] };
  const shown = await command(dataFolder, [
    'message',
    'show',
    sent[1]?.messageId ?? '',
    ...account,
  ]);

  expect(exitCode).toBe(0);
  expect(mails.map(({ destination, subject }) => [destination.to, subject]).sort()).toEqual(
    to.map((one) => [[one], 'Welcome to Postrider, Ada']),
  );
  expect(JSON.stringify(shown.answer)).toContain('Sent as a test mail');
});
