import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { queuesClient } from '../../../local/queues/create-queues.ts';
import { showMessage } from '../../../shared/manage/messages/messages.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { scheduleIn } from '../../shared/manage/scheduled.ts';
import { openAccount } from '../harness/account.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs, messageTo, statesTo } from '../harness/messages.ts';

const account = await openAccount();
const save = (html: string) =>
  account.save({ id: 'later', html, flow: flowOf(template, provider()) });
await save('<p>Hi</p>');

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function schedule(_to: string, more: object = {}): Promise<string> {
  const request = { templateId: 'later', variables: {}, _to, _sendAt: inHours(2), ...more };
  const { body } = await account.execute(request);
  return (body as { id: string }).id;
}

const message = (...words: string[]) =>
  command(dataFolder, ['message', ...words, '--account', account.accountId]);

test('message send sends a scheduled message now, with --newest in its current revision', async () => {
  const id = await schedule('now@good.example');
  const newest = await schedule('newest@good.example');
  await save('<p>Good day</p>');

  const sent = await message('send', id);
  await message('send', newest, '--newest');

  expect(sent).toMatchObject({ exitCode: 0, answer: { id, revision: 1 } });
  await messageThatIs('DELIVERED', account, 'now@good.example');
  const { record } = await messageThatIs('DELIVERED', account, 'newest@good.example');
  expect(record.revision).toBe(2);
});

test('message cancel cancels one message, those of a reference, or those of a key', async () => {
  const one = await schedule('one@good.example');
  const named = await schedule('named@good.example', { _reference: 'trial-1' });
  const other = await schedule('other@good.example');

  const answers = [
    await message('cancel', one),
    await message('cancel', '--reference', 'trial-1'),
    await message('cancel', '--key', account.keyId),
  ].map(({ answer }) => answer);

  expect(answers).toEqual([one, named, other].map((id) => ({ cancelled: [id], tooLate: [] })));
  expect(await statesTo(account, 'other@good.example')).toEqual(['CANCELLED']);
});

test('message cancel says that it is too late for a message that was sent, and exits with 1', async () => {
  const { record } = await messageTo(account, 'now@good.example');

  const words = ['message', 'cancel', record.messageId, '--account', account.accountId];
  const { exitCode, notes } = await commandInWords(words);

  expect(exitCode).toBe(1);
  expect(notes).toContain('is DELIVERED: only a SCHEDULED message can be cancelled');
});

test('message list --state scheduled is soonest first, and message show says for when and with which revision', async () => {
  const later = await schedule('list-b@good.example', { _sendAt: inHours(3) });
  const sooner = await schedule('list-a@good.example');
  await save('<p>Good evening</p>');

  const { answer } = await message('list', '--state', 'scheduled');
  const shown = await message('show', sooner);

  expect((answer as { messages: { id: string }[] }).messages.map(({ id }) => id)).toEqual([
    sooner,
    later,
  ]);
  expect(shown.answer).toMatchObject({
    explanation: {
      summary: expect.stringMatching(/ UTC\. .*revision 2; today's is 3\.$/),
    },
  });
  for (const id of [sooner, later]) await message('cancel', id);
});

test('a sweep of the function Due sends a message that is overdue and has no wake-up', async () => {
  const { ports, accountId } = account;
  const lost = { templateId: 'later', revision: 1, sendAt: inHours(-0.3) };
  const id = await scheduleIn(ports, accountId, lost);

  const { DueQueue: QueueUrl = '' } = deployment.outputs;
  await queuesClient(new URL(QueueUrl).origin).send(
    new SendMessageCommand({ QueueUrl, MessageBody: '{"sweep":{}}' }),
  );

  await until(async () => (await showMessage(ports, accountId, id)).record.state === 'SENT');
});

test('message requeue wakes up what is due within 15 minutes, and with --all everything', async () => {
  const soon = await schedule('soon@good.example', { _sendAt: inHours(0.2) });
  const far = await schedule('far@good.example');

  const { answer } = await message('requeue');

  expect(answer).toEqual({ messages: [soon] });
  expect((await message('requeue', '--all')).answer).toEqual({ messages: [soon, far] });
  for (const id of [soon, far]) await message('cancel', id);
});
