import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { withinRequest } from '../../../shared/adapters/call-times.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { tablesOf, testClient } from '../../dynalite.ts';
import { type Call, type Fate, type FaultProxy, startFaultProxy } from '../../fault-proxy.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { patienceMs } from '../../patience.ts';
import { sending, sendMail, ses, startSesForFile, tables } from './for-file.ts';
import { saveTemplate } from './saved-template.ts';
import { sent } from './sent.ts';

/** As many tries as in a function, with limits that a slow machine does not reach. */
const times = { ...withinRequest, connectMs: patienceMs, answerMs: patienceMs };

let proxy: FaultProxy;
let fateOf: (call: Call) => Fate;
let ports: ExecutePorts;

await startSesForFile();

beforeEach(async () => {
  fateOf = () => 'pass';
  proxy = await startFaultProxy(tables.endpoint, (call) => fateOf(call));
  const { messages, templates } = tablesOf(testClient(proxy.endpoint, times));
  await saveTemplate(tables.templates, sending.accountId);
  ports = {
    ...sending.ports,
    loadTemplate: templateLoader(templates),
    store: messageStore(messages),
    sendMail,
  };
  await sending.execute({ _dryRun: true }, undefined, ports);
  proxy.calls.length = 0;
});

afterEach(() => proxy.stop());

const execute = (key?: string) => sending.execute({}, key, ports);
const operations = () => proxy.calls.map(({ operation }) => operation);

describe('the calls of a warm send', () => {
  test('a warm send makes two reads at once, two writes and one call of SES', async () => {
    const answer = await execute();

    expect(answer).toEqual(sent);
    expect(operations().slice(0, 2).sort()).toEqual(['BatchGetItem', 'GetItem']);
    expect(operations().slice(2)).toEqual(['PutItem', 'UpdateItem']);
    expect(ses.calls).toHaveLength(1);
  });

  test('a warm send with an Idempotency-Key makes one more write', async () => {
    await execute('key');

    expect(operations().slice(0, 2).sort()).toEqual(['BatchGetItem', 'GetItem']);
    expect(operations().slice(2)).toEqual(['PutItem', 'PutItem', 'UpdateItem']);
    expect(ses.calls).toHaveLength(1);
  });

  test('a warm send reads the claim and suppressed addresses only if the request has any', async () => {
    ports = { ...ports, suppression: false };

    await execute();

    expect(operations()).toEqual(['GetItem', 'PutItem', 'UpdateItem']);
  });

  test('a warm send reads consistently if a claim decides who sends, and otherwise at the lower price', async () => {
    await execute();
    await execute('key');

    const reads = proxy.calls.filter(({ operation }) => operation === 'BatchGetItem');
    expect(reads.map(({ body }) => body.includes('"ConsistentRead":true'))).toEqual([false, true]);
  });

  test('a refused request makes one write', async () => {
    await sending.execute({ _to: 'nobody' }, undefined, ports);

    expect(operations()).toEqual(['GetItem', 'PutItem']);
  });

  test('a repeat makes three reads and nothing else', async () => {
    await execute('key');
    proxy.calls.length = 0;

    await execute('key');

    expect(operations().sort()).toEqual(['BatchGetItem', 'GetItem', 'GetItem']);
    expect(ses.calls).toHaveLength(1);
  });
});

describe('a table whose answers are lost', () => {
  /** The writes of a send with a key, in order. */
  const writes = [0, 1, 2];
  const isWrite = ({ operation }: Call) => operation === 'PutItem' || operation === 'UpdateItem';

  test.each(
    writes.flatMap((write) => [
      { write, fate: 'lose answer' as const },
      { write, fate: 'cut' as const },
    ]),
  )(
    'a lost answer to write $write ($fate) does not stop the send, which happens once',
    async ({ write, fate }) => {
      let seen = 0;
      fateOf = (call) => (isWrite(call) && seen++ === write ? fate : 'pass');

      const answer = await execute('key');

      fateOf = () => 'pass';
      expect(answer).toEqual(sent);
      expect(await execute('key')).toEqual({ ...answer, replayed: true });
      expect(ses.calls).toHaveLength(1);
      expect(await sending.records()).toMatchObject([{ state: 'SENT' }]);
    },
  );

  test.each(['lose answer', 'cut'] as const)(
    'a write that fails before the send (%s) gives a fault, and the next request sends',
    async (fate) => {
      fateOf = (call) => (call.operation === 'PutItem' ? fate : 'pass');

      await expect(execute('key')).rejects.toThrow();

      fateOf = () => 'pass';
      expect(ses.calls).toEqual([]);
      expect(await execute('key')).toEqual(sent);
      expect(ses.calls).toHaveLength(1);
    },
  );

  test('a table that fails after the send does not change the answer sent', async () => {
    fateOf = ({ operation }) => (operation === 'UpdateItem' ? 'cut' : 'pass');

    const answer = await execute('key');

    expect(answer).toEqual(sent);
    expect(await sending.records()).toMatchObject([{ state: 'SENDING', answer: null }]);
  });
});
