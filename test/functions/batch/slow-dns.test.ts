import type { BatchPorts } from '../../../functions/batch/run.ts';
import { defaultLookupTimes } from '../../../shared/adapters/dns/dns.ts';
import { deadlineOf, requestDeadline, runRequest, runSend } from '../../../shared/deadline.ts';
import type { DomainVerdict } from '../../../shared/engine/verify/domain-verdict.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { lookingUp, template } from '../execute/sending.ts';
import { messageTo, startBatching } from './batching.ts';

const tables = await startTables();

const messages = Array.from({ length: 100 }, (_, n) => messageTo(`ada@domain-${n}.example`));

function startChecked() {
  const batching = startBatching(tables.messages);
  const loadTemplate = async () => ({ ...template, plan: lookingUp });
  const lookingUpWith = (lookupDomain: BatchPorts['lookupDomain']): BatchPorts => ({
    ...{ ...batching.batchPorts, loadTemplate },
    lookupDomain,
  });
  return { batching, lookingUpWith };
}

const good: DomainVerdict = { domain: true, mxRecords: true };

test('100 messages whose domains get no DNS answer are all answered, and a repeat accepts only what was not accepted', async () => {
  const { batching, lookingUpWith } = startChecked();
  let leftMs = 15_000;
  const { promise: over, resolve: end } = Promise.withResolvers<DomainVerdict | 'no answer'>();
  const some = async (domain: string) => (/-\d\./.test(domain) ? good : over);

  const deadline = { leftMs: () => leftMs };
  const ports = { ...lookingUpWith(some), deadline };
  const answering = batching.batch({ messages }, 'key-1', ports);
  await until(async () => (await batching.records()).length === 10);
  leftMs = 0;
  end('no answer');
  const first = await answering;
  const repeated = await batching.batch(
    { messages },
    'key-1',
    lookingUpWith(async () => good),
  );

  expect(first.slice(0, 10).map(({ type }) => type)).toEqual(Array(10).fill('scheduled'));
  const refused = (error: string) => ({ success: false, type: 'refused', status: 500, error });
  const unanswered = refused('Domain lookup failed, try again');
  const notBegun = refused('The batch ran out of time, try again');
  for (const entry of first.slice(10)) expect([unanswered, notBegun]).toContainEqual(entry);
  expect(first).toContainEqual(unanswered);
  expect(repeated.slice(0, 10)).toEqual(first.slice(0, 10));
  expect(new Set(repeated.map(({ type }) => type))).toEqual(new Set(['scheduled']));
  expect(await batching.records()).toHaveLength(100);
});

test('so many look-ups run at a time that 100 slow ones end before the time of the batch', async () => {
  const { batching, lookingUpWith } = startChecked();
  const whole = requestDeadline({ getRemainingTimeInMillis: () => 15_000 });
  const begin = runRequest(whole, () => runSend(() => deadlineOf('begin')));
  const rounds = Math.floor(begin.leftMs() / defaultLookupTimes.deadlineMs);
  let running = 0;
  const { promise: all, resolve: answer } = Promise.withResolvers<void>();
  const lookup = async () => {
    running += 1;
    await all;
    return good;
  };

  const batch = batching.batch({ messages }, undefined, lookingUpWith(lookup));
  await until(() => running >= messages.length / rounds);
  answer();

  expect(new Set((await batch).map(({ type }) => type))).toEqual(new Set(['scheduled']));
});
