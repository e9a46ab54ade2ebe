import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { answerTo } from '../../../cli/terminal/dialog.ts';

describe('an answer to a question', () => {
  test('is what was typed, without spaces around it', async () => {
    const input = new PassThrough();
    const answer = answerTo('Sure? ', input, new PassThrough());

    input.write('  yes \n');

    await expect(answer).resolves.toBe('yes');
  });

  test('that never comes, because the input has ended, is an error and no silence', async () => {
    const input = new PassThrough();
    const answer = answerTo('Sure? ', input, new PassThrough());

    input.end();

    await expect(answer).rejects.toThrow('There was no answer to the question');
  });

  test('is not taken from Ctrl-C', async () => {
    const input = new PassThrough();
    const answer = answerTo('Sure? ', input, Object.assign(new PassThrough(), { isTTY: true }));

    input.write('\u0003');

    await expect(answer).rejects.toThrow('There was no answer to the question');
  });
});
