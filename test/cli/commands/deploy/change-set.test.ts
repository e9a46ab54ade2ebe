import { whileAwsAnswers } from '../../../../cli/commands/deploy/change-set.ts';
import { expect, test } from '../../../jest.ts';

const interrupted = new AbortController().signal;

/** Work that goes on until it is aborted. */
const endless = (stopped: AbortSignal) =>
  new Promise<never>((_, reject) => {
    stopped.addEventListener('abort', () => reject(new Error('stopped')));
  });

const failing = (name: string) => async () => {
  throw Object.assign(new Error('no'), { name });
};

test('work that waits for AWS is aborted if AWS cannot answer, and fails with that reason after it has cleaned up', async () => {
  let isCleared = false;
  const work = (signal: AbortSignal) =>
    endless(signal).finally(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isCleared = true;
    });

  const asked = whileAwsAnswers(work, { ask: failing('TimeoutError'), interrupted, everyMs: 1 });

  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(isCleared).toBe(true);
});

test('work that waits for AWS goes on if AWS answers with a refusal, and its own result counts', async () => {
  let questions = 0;
  const ask = async () => {
    questions++;
    await failing('AccessDenied')();
  };
  const work = async () => {
    while (questions < 3) await new Promise((resolve) => setImmediate(resolve));
    return 'done';
  };

  await expect(whileAwsAnswers(work, { ask, interrupted, everyMs: 1 })).resolves.toBe('done');
});

test('Ctrl-C aborts work that waits for AWS', async () => {
  const controller = new AbortController();
  const asked = whileAwsAnswers(endless, {
    ask: async () => {},
    interrupted: controller.signal,
    everyMs: 1,
  });

  controller.abort();

  await expect(asked).rejects.toThrow('stopped');
});
