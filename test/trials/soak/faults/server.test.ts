import { setTimeout as pause } from 'node:timers/promises';
import { type Fate, harmless } from '../../../../trials/soak/faults/fate.ts';
import { type FaultServer, startFaultServer } from '../../../../trials/soak/faults/server.ts';
import { afterEach, beforeEach, expect, test } from '../../../jest.ts';

let fate: Fate;
let done: string[];
let server: FaultServer;

beforeEach(async () => {
  done = [];
  server = await startFaultServer({
    meet: () => ({ fate, kill: () => done.push('killed') }),
    apply: async ({ caller, path, body }) => {
      done.push(`applied ${caller} ${path} ${body}`);
      return { status: 201, headers: { 'content-type': 'text/plain' }, body: Buffer.from('done') };
    },
  });
});

afterEach(() => server.stop());

async function call(next: Partial<Fate>): Promise<string> {
  fate = { ...harmless, ...next };
  try {
    const signal = AbortSignal.timeout(500);
    const url = `${server.urlFor('me')}/path`;
    const answer = await fetch(url, { method: 'POST', body: 'body', signal });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no answer' : 'cut off';
  }
}

const applied = 'applied me /path body';

test('a call and its answer pass through a fault server', async () => {
  expect([await call({}), done]).toEqual(['201 done', [applied]]);
});

test('a fault server drops a call and resets the socket', async () => {
  const met = await call({ effect: 'dropped', answer: 'reset' });

  expect([met, done]).toEqual(['cut off', []]);
});

test('a call through a fault server takes effect, but its answer is lost', async () => {
  expect([await call({ answer: 'reset' }), done]).toEqual(['cut off', [applied]]);
});

test('a call through a fault server takes effect, but its answer is cut in the middle', async () => {
  expect([await call({ answer: 'truncated' }), done]).toEqual(['cut off', [applied]]);
});

test('a call through a fault server takes effect, but is never answered', async () => {
  expect([await call({ answer: 'nothing' }), done]).toEqual(['no answer', [applied]]);
});

test('a call through a fault server takes effect after its caller has gone', async () => {
  const met = await call({ effect: 'late', answer: 'reset', delayMs: 50 });
  const before = [...done];
  await server.quiet();

  expect([met, before, done]).toEqual(['cut off', [], [applied]]);
});

test('a fault server refuses a call in place of the server', async () => {
  const answer = { status: 503, type: 'Down', message: 'Later' };

  const met = await call({ effect: 'dropped', answer });

  expect([met, done]).toEqual(['503 {"__type":"Down","message":"Later"}', []]);
});

test('a slow fault server waits before the call takes effect, and before it answers', async () => {
  const met = call({ slowMs: { before: 100, after: 100 } });
  await pause(50);
  const before = [...done];

  expect([await met, before, done]).toEqual(['201 done', [], [applied]]);
});

test('a slow fault server carries out a call that its caller has given up', async () => {
  const met = await call({ slowMs: { before: 700, after: 0 } });
  const before = [...done];
  await server.quiet();

  expect([met, before, done]).toEqual(['no answer', [], [applied]]);
});

test('a slow fault server answers byte by byte', async () => {
  fate = { ...harmless, answer: 'drip' };
  const answer = await fetch(`${server.urlFor('me')}/path`, { method: 'POST', body: 'body' });
  const chunks: number[] = [];
  for await (const chunk of answer.body ?? []) chunks.push(chunk.length);

  expect(chunks).toEqual([1, 1, 1, 1]);
});

test('a slow fault server answers a late call after it has taken effect', async () => {
  const met = await call({ effect: 'late', delayMs: 50 });

  expect([met, done]).toEqual(['201 done', [applied]]);
});

test('the caller of a fault server is killed before its call takes effect', async () => {
  await call({ crash: 'on arrival' });

  expect(done).toEqual(['killed', applied]);
});

test('the caller of a fault server is killed after its call has taken effect', async () => {
  await call({ crash: 'before the answer' });

  expect(done).toEqual([applied, 'killed']);
});
