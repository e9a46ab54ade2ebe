import { type Attempt, type CallerLine, sendUntilEnd } from '../../../trials/soak/caller.ts';
import { Send } from '../../../trials/soak/judge.ts';
import type { SoakReply } from '../../../trials/soak/replies.ts';
import { expect, test } from '../../jest.ts';

const sent: SoakReply = { kind: 'sent', sesMessageId: '1', body: 'sent' };
const nothing: SoakReply = { kind: 'nothing' };

/** A caller that is neither impatient nor forgetful, and that does not wait for leases while there are faults. */
const plain = () => 0.4;

/** A line that returns these replies in order, and then no reply. */
function lineOf(...answers: SoakReply[]) {
  const requests: Attempt[] = [];
  let waits = 0;
  const line: CallerLine = {
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

test('a caller of the soak repeats a request until a reply ends the send', async () => {
  const { line, requests } = lineOf(nothing, { kind: 'running' }, sent);
  const send = new Send('a');

  await sendUntilEnd(send, line, plain);

  expect(send.replies).toEqual([nothing, { kind: 'running' }, sent]);
  expect(requests).toEqual([0, 1, 2].map((number) => ({ number, calm: false })));
});

test('a caller of the soak continues after the last fault, one lease apart, and then gives up', async () => {
  const { line, requests, waits } = lineOf();

  await sendUntilEnd(new Send('a'), line, plain);

  expect(requests.filter(({ calm }) => calm)).toHaveLength(20);
  expect([requests.length, waits()]).toEqual([25, 21]);
});

test('a caller of the soak never repeats a request without an Idempotency-Key', async () => {
  const { line, requests } = lineOf();

  await sendUntilEnd(new Send('a', { key: null }), line, plain);

  expect(requests).toHaveLength(1);
});

test('an impatient caller of the soak sends three times at once, and repeats an ended send', async () => {
  const running: SoakReply = { kind: 'running' };
  const { line, requests } = lineOf(sent, running, running, sent, running, running);
  const send = new Send('a');

  await sendUntilEnd(send, line, () => 0);

  expect(requests.slice(0, 4).map(({ number }) => number)).toEqual([0, 0.5, 0.75, 1]);
  expect(send.replies.slice(0, 3)).toEqual([running, running, sent]);
});

test('an impatient caller of the soak goes on after a refusal while another request has no answer', async () => {
  const refused: SoakReply = { kind: 'refused', body: 'refused' };
  const { line } = lineOf(refused, nothing, nothing, sent, { kind: 'running' });
  const send = new Send('a');

  await sendUntilEnd(send, line, () => 0.04);

  expect(send.replies.slice(0, 4)).toEqual([refused, nothing, nothing, { kind: 'running' }]);
});
