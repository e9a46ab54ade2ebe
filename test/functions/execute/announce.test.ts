import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { addEndpoint, announcing } from '../announced.ts';
import { startSending } from './sending.ts';

const tables = await startTables();

const asTestKey = { test: {} };

test('the simulated reports on a captured mail go to a webhook for test keys', async () => {
  const sending = startSending(tables.messages);
  const { told, announcer } = announcing(tables.messages);
  await addEndpoint(tables.messages, sending.accountId, { test: true });

  const _to = 'complaint@simulator.amazonses.com';
  await sending.execute({ _to }, undefined, { ...sending.ports, announcer }, asTestKey);

  expect(told()).toEqual([
    ['message.delivered', _to],
    ['message.complained', _to],
  ]);
});

test('a captured mail is answered as sent if its reports do not reach the queue', async () => {
  const sending = startSending(tables.messages);
  const { queued, announcer, failNext } = announcing(tables.messages);
  await addEndpoint(tables.messages, sending.accountId, { test: true });

  failNext(1);
  const ports = { ...sending.ports, announcer };
  const answer = await sending.execute({}, undefined, ports, asTestKey);

  expect(answer).toMatchObject({ body: expect.stringContaining('"sent"') });
  expect(queued).toEqual([]);
});
