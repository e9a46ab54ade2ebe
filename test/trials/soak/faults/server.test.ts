import { once } from 'node:events';
import { request } from 'node:http';
import { type Fate, harmless } from '../../../../trials/soak/faults/fate.ts';
import { type FaultServer, startFaultServer } from '../../../../trials/soak/faults/server.ts';
import { afterEach, beforeEach, expect, test } from '../../../jest.ts';
import { until } from '../../../patience.ts';

let fate: Fate;
/** What happened, in order. */
let done: string[];
let arrived: number;
let server: FaultServer;

beforeEach(async () => {
  done = [];
  arrived = 0;
  server = await startFaultServer({
    meet: () => {
      arrived += 1;
      return { fate, kill: () => done.push('killed') };
    },
    apply: async ({ caller, path, body }) => {
      done.push(`applied ${caller} ${path} ${body}`);
      return { status: 201, headers: { 'content-type': 'text/plain' }, body: Buffer.from('done') };
    },
  });
});

afterEach(() => server.stop());

/** Calls the server, and notes the answer in `done`. The caller gives up when `givesUp` is true. */
async function call(next: Partial<Fate>, givesUp = () => false): Promise<string> {
  fate = { ...harmless, ...next };
  const stop = new AbortController();
  const answered = fetch(`${server.urlFor('me')}/path`, {
    ...{ method: 'POST', body: 'body', signal: stop.signal },
  }).then(async (answer) => `${answer.status} ${await answer.text()}`);
  const ended = answered
    .catch(() => (stop.signal.aborted ? 'no answer' : 'cut off'))
    .finally(() => (arrived = -1));
  await until(() => arrived < 0 || givesUp());
  stop.abort();
  const met = await ended;
  done.push(met);
  return met;
}

const applied = 'applied me /path body';

test.each<[string, Partial<Fate>, string[]]>([
  ['passes, and so does its answer', {}, [applied, '201 done']],
  ['is dropped, and the socket is reset', { effect: 'dropped', answer: 'reset' }, ['cut off']],
  ['takes effect, but its answer is lost', { answer: 'reset' }, [applied, 'cut off']],
  [
    'takes effect, but its answer is cut in the middle',
    { answer: 'truncated' },
    [applied, 'cut off'],
  ],
  [
    'takes effect after its caller has gone',
    { effect: 'late', answer: 'reset', delayMs: 1000 },
    ['cut off', applied],
  ],
  [
    'that is refused has no effect',
    { effect: 'dropped', answer: { status: 503, type: 'Down', message: 'Later' } },
    ['503 {"__type":"Down","message":"Later"}'],
  ],
  [
    'that is slow is applied, and then answered',
    { slowMs: { before: 50, after: 50 } },
    [applied, '201 done'],
  ],
  [
    'that is late is answered after it has taken effect',
    { effect: 'late', delayMs: 50 },
    [applied, '201 done'],
  ],
  [
    'whose caller is killed on arrival takes effect after that',
    { crash: 'on arrival' },
    ['killed', applied, '201 done'],
  ],
  [
    'whose caller is killed before the answer has taken effect by then',
    { crash: 'before the answer' },
    [applied, 'killed', '201 done'],
  ],
])('a call through a fault server %s', async (_, next, events) => {
  await call(next);
  await server.quiet();

  expect(done).toEqual(events);
});

test('a call through a fault server takes effect, but is never answered', async () => {
  await call({ answer: 'nothing' }, () => done.length > 0);

  expect(done).toEqual([applied, 'no answer']);
});

test('a call through a fault server is answered with 101, and with nothing more', async () => {
  const asked = request(`${server.urlFor('me')}/path`, { method: 'POST' }).end('body');
  fate = { ...harmless, answer: 'upgrade' };
  const [answer, socket] = await once(asked, 'upgrade');
  socket.destroy();

  expect([answer.statusCode, answer.headers.upgrade]).toEqual([101, 'websocket']);
  expect(done).toEqual([applied]);
});

test('a slow fault server carries out a call that its caller has given up', async () => {
  await call({ slowMs: { before: 2000, after: 0 } }, () => arrived > 0);
  await server.quiet();

  expect(done).toEqual(['no answer', applied]);
});

test('a slow fault server answers byte by byte', async () => {
  fate = { ...harmless, answer: 'drip' };
  const answer = await fetch(`${server.urlFor('me')}/path`, { method: 'POST', body: 'body' });
  const chunks: number[] = [];
  for await (const chunk of answer.body ?? []) chunks.push(chunk.length);

  expect(chunks).toEqual([1, 1, 1, 1]);
});
