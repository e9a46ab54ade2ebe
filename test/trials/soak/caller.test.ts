import { describe, expect, test } from '@jest/globals';
import { type Attempt, type Line, sendUntilEnd } from '../../../trials/soak/caller.ts';
import type { Send } from '../../../trials/soak/judge.ts';
import type { Told } from '../../../trials/soak/told.ts';

const sent: Told = { kind: 'sent', sesMessageId: '1', body: 'sent' };
const nothing: Told = { kind: 'nothing' };

/** Neither impatient nor forgetful; waits for no lease while faults last. */
const plain = () => 0.4;

function newSend(key: string | null): Send {
  return { id: 'a', key, told: [], endHit: false };
}

/** A line that gives these answers, and then none. */
function lineOf(...answers: Told[]) {
  const requests: Attempt[] = [];
  let waits = 0;
  const line: Line = {
    request: async (_, attempt) => {
      requests.push(attempt);
      return answers[requests.length - 1] ?? nothing;
    },
    untilLeaseIsOver: async () => {
      waits += 1;
    },
  };
  return { line, requests, waits: () => waits };
}

describe('a careful caller', () => {
  test('repeats a request until it is told an end', async () => {
    const { line, requests } = lineOf(nothing, { kind: 'running' }, sent);
    const send = newSend('k');

    await sendUntilEnd(send, line, plain);

    expect(send.told).toEqual([nothing, { kind: 'running' }, sent]);
    expect(requests).toEqual([0, 1, 2].map((number) => ({ number, calm: false })));
  });

  test('goes on when the faults are over, a lease apart, and then gives up', async () => {
    const { line, requests, waits } = lineOf();

    await sendUntilEnd(newSend('k'), line, plain);

    expect(requests.filter(({ calm }) => calm)).toHaveLength(8);
    expect([requests.length, waits()]).toEqual([13, 9]);
  });

  test('never repeats a request without a key', async () => {
    const { line, requests } = lineOf();

    await sendUntilEnd(newSend(null), line, plain);

    expect(requests).toHaveLength(1);
  });
});

test('an impatient caller sends three times at once, and repeats what has ended', async () => {
  const running: Told = { kind: 'running' };
  const { line, requests } = lineOf(sent, running, running, sent, running, running);
  const send = newSend('k');

  await sendUntilEnd(send, line, () => 0);

  expect(requests.slice(0, 4).map(({ number }) => number)).toEqual([0, 0.5, 0.75, 1]);
  expect(send.told.slice(0, 3)).toEqual([running, running, sent]);
});

test('an impatient caller goes on after a refusal while the other of two requests has no answer', async () => {
  const refused: Told = { kind: 'refused', body: 'refused' };
  const { line } = lineOf(refused, nothing, nothing, sent, { kind: 'running' });
  const send = newSend('k');

  await sendUntilEnd(send, line, () => 0.04);

  expect(send.told.slice(0, 4)).toEqual([refused, nothing, nothing, { kind: 'running' }]);
});
